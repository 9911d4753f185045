import { Button, Checkbox, FormControlLabel, MenuItem, Tab, Tabs, TextField } from '@mui/material';
import { type CampaignResult, campaignSchema } from '@ostatok/api/contract/campaigns.ts';
import { CONTENT_REQUIRED, MARKETING } from '@ostatok/api/contract/email-templates.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { toastFailed } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { CampaignSent } from './CampaignSent.tsx';
import { type CampaignValues, type Filters, NO_CAMPAIGN, requestOf, send } from './campaign-request.ts';
import { namesIn } from './editor/mjml-document.ts';
import { LetterPreview } from './LetterPreview.tsx';
import { useAudience, useTemplates, useVariables } from './queries.ts';
import { SourceField } from './SourceField.tsx';
import { sureToSend } from './sure-to-send.ts';
import { CAMPAIGNS } from './texts.ts';

const schema = campaignSchema.test('content', CONTENT_REQUIRED, ({ html, templateId }, { createError }) =>
  html.trim() || templateId ? true : createError({ path: 'html', message: CONTENT_REQUIRED }),
);

/** The unknown variables, which would be sent literally. */
function useUnknown(values: CampaignValues): string[] {
  const { data: variables } = useVariables(MARKETING);
  if (!variables) return [];
  const known = variables.map(({ name }) => name);
  return namesIn(values.subject, values.html).filter((name) => !known.includes(name));
}

/** The form of a campaign: write, send a test to oneself, count the recipients, then send. */
export function CampaignForm() {
  const { data: all, error: templatesError } = useTemplates();
  const templates = (all ?? []).filter(({ is_system }) => !is_system);
  const [result, setResult] = useState<CampaignResult>();
  const [source, setSource] = useState<'template' | 'html'>('template');
  const { formik, bind, bindCheckbox, form } = useForm<CampaignValues>({
    schema,
    initialValues: NO_CAMPAIGN,
    async onSubmit() {
      const request = requestOf(formik.values, source);
      if (!request.testMode && !(await sureToSend(request))) return;
      try {
        setResult(await send(request));
      } catch (error) {
        toastFailed('Ошибка отправки рассылки', error);
        throw error;
      }
    },
  });
  const { values } = formik;
  const request = requestOf(values, source);
  const { data: count, error: countError } = useAudience({ targetUsers: values.targetUsers, filters: request.filters });
  const unknown = useUnknown(values);
  const template = templates.find(({ id }) => id === values.templateId);
  const noTemplates = all
    ? templates.length === 0 && 'Шаблонов пока нет: создайте их в Marketing templates'
    : templatesError && 'Ошибка загрузки шаблонов. Напишите свой HTML или подождите';
  const html = source === 'template' ? (template?.html ?? '') : values.html;
  const letter = html.trim() ? { subject: values.subject, mjml: null, html, templateType: MARKETING } : undefined;

  function choose(next: 'template' | 'html'): void {
    setSource(next);
    // The fields of the other source are cleared, so that they are not sent.
    void formik.setValues({ ...values, ...(next === 'html' ? { templateId: null } : { html: '' }) });
    formik.setFieldError('html', undefined);
  }

  function chooseTemplate(id: number): void {
    const chosen = templates.find((one) => one.id === id);
    formik.setFieldError('html', undefined);
    void formik.setValues({ ...values, templateId: id, subject: values.subject || (chosen?.subject ?? '') });
  }

  if (result) return <CampaignSent result={result} onAgain={() => setResult(undefined)} />;
  return (
    <div className="page">
      <p>
        <Link to={CAMPAIGNS}>Marketing campaigns</Link>
      </p>
      <h1>Новая рассылка</h1>
      <div className="campaign-columns">
        <form {...form}>
          <TextField label="Заголовок письма" required {...bind('subject')} />
          <Tabs value={source} onChange={(_, next: 'template' | 'html') => choose(next)} aria-label="Содержимое письма">
            <Tab value="template" label="Шаблон" />
            <Tab value="html" label="Свой HTML" />
          </Tabs>
          {source === 'template' ? (
            <TextField
              select
              label="Шаблон письма"
              fullWidth
              value={values.templateId ?? ''}
              error={Boolean(formik.errors.html)}
              helperText={(formik.errors.html as string | undefined) ?? noTemplates}
              onChange={({ target }) => chooseTemplate(Number(target.value))}
            >
              {templates.map(({ id, name }) => (
                <MenuItem key={id} value={id}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
          ) : (
            <SourceField
              label="HTML письма"
              value={values.html}
              error={formik.errors.html as string | undefined}
              onChange={(text) => {
                formik.setFieldError('html', undefined);
                void formik.setFieldValue('html', text);
              }}
            />
          )}
          {unknown.length > 0 && (
            <p role="alert" className="email-note email-warning">
              Письмо не знает переменных: {unknown.map((name) => `{{${name}}}`).join(', ')}. Замените их или уберите.
            </p>
          )}
          <AudienceFields
            targetUsers={values.targetUsers}
            filters={values.filters}
            count={count}
            error={countError}
            onTarget={(targetUsers) => void formik.setFieldValue('targetUsers', targetUsers)}
            onFilters={(filters: Filters) => void formik.setFieldValue('filters', filters)}
          />
          <FormControlLabel
            control={<Checkbox {...bindCheckbox('testMode')} />}
            label="Тестовый режим: одно письмо, только вам"
          />
          <div className="campaign-send">
            <Button type="submit" variant="contained" disabled={formik.isSubmitting}>
              {values.testMode ? 'Отправить себе' : 'Отправить рассылку…'}
            </Button>
          </div>
        </form>
        <LetterPreview letter={letter} />
      </div>
    </div>
  );
}
