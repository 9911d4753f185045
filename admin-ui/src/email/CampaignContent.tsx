import { MenuItem, Tab, Tabs, TextField } from '@mui/material';
import type { EmailTemplateRow } from '@ostatok/api/contract/email-templates.endpoints.ts';
import type { FormikProps } from 'formik';
import { useRef } from 'react';
import type { CampaignValues } from './campaign-request.ts';
import { SourceField } from './SourceField.tsx';

export type CampaignSource = 'template' | 'html';

interface CampaignContentProps {
  formik: FormikProps<CampaignValues>;
  source: CampaignSource;
  onSource: (source: CampaignSource) => void;
  /** The marketing templates; undefined until they are loaded. */
  templates: EmailTemplateRow[] | undefined;
  templatesError: Error | null;
}

/** The content of a campaign's letter: one of the templates, or HTML of its own. */
export function CampaignContent({ formik, source, onSource, templates, templatesError }: CampaignContentProps) {
  const { values } = formik;
  const kept = useRef<Pick<CampaignValues, 'html' | 'templateId'>>({ html: '', templateId: null });
  const error = formik.errors.html as string | undefined;
  const noTemplates = templates
    ? templates.length === 0 && 'Шаблонов пока нет: создайте их в Marketing templates'
    : templatesError && 'Ошибка загрузки шаблонов. Напишите свой HTML или подождите';

  function choose(next: CampaignSource): void {
    if (next === source) return;
    onSource(next);
    const { html, templateId } = values;
    // what the other source has is not sent, and is there again when somebody comes back to it
    if (source === 'html') kept.current.html = html;
    else kept.current.templateId = templateId;
    const none = { html: '', templateId: null };
    const back = next === 'html' ? { html: kept.current.html } : { templateId: kept.current.templateId };
    void formik.setValues({ ...values, ...none, ...back });
    formik.setFieldError('html', undefined);
  }

  function chooseTemplate(id: number): void {
    const chosen = templates?.find((one) => one.id === id);
    formik.setFieldError('html', undefined);
    void formik.setValues({ ...values, templateId: id, subject: values.subject || (chosen?.subject ?? '') });
  }

  return (
    <>
      <Tabs value={source} onChange={(_, next: CampaignSource) => choose(next)} aria-label="Содержимое письма">
        <Tab value="template" label="Шаблон" />
        <Tab value="html" label="Свой HTML" />
      </Tabs>
      {source === 'template' ? (
        <TextField
          select
          label="Шаблон письма"
          fullWidth
          value={values.templateId ?? ''}
          error={Boolean(error)}
          helperText={error ?? noTemplates}
          onChange={({ target }) => chooseTemplate(Number(target.value))}
        >
          {(templates ?? []).map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      ) : (
        <SourceField
          label="HTML письма"
          value={values.html}
          error={error}
          onChange={(text) => {
            formik.setFieldError('html', undefined);
            void formik.setFieldValue('html', text);
          }}
        />
      )}
    </>
  );
}
