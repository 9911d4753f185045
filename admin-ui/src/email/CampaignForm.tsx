import { Button, Checkbox, FormControlLabel, TextField } from '@mui/material';
import type { CampaignResult } from '@ostatok/api/contract/campaigns.endpoints.ts';
import { campaignSchema } from '@ostatok/api/contract/campaigns.ts';
import { CONTENT_REQUIRED, MARKETING } from '@ostatok/api/contract/email-templates.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { toastFailed } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';
import { AudienceFields } from './AudienceFields.tsx';
import { CampaignContent, type CampaignSource } from './CampaignContent.tsx';
import { CampaignSent } from './CampaignSent.tsx';
import { type CampaignValues, type Filters, NO_CAMPAIGN, requestOf, send } from './campaign-request.ts';
import { namesIn } from './editor/mjml-document.ts';
import { LetterPreview } from './LetterPreview.tsx';
import { useAudience, useTemplates, useVariables } from './queries.ts';
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
  const templates = all?.filter(({ is_system }) => !is_system);
  const [result, setResult] = useState<CampaignResult>();
  const [source, setSource] = useState<CampaignSource>('template');
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
  const template = templates?.find(({ id }) => id === values.templateId);
  const html = source === 'template' ? (template?.html ?? '') : values.html;
  const letter = html.trim() ? { subject: values.subject, mjml: null, html, templateType: MARKETING } : undefined;

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
          <CampaignContent
            formik={formik}
            source={source}
            onSource={setSource}
            templates={templates}
            templatesError={templatesError}
          />
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
