import { MenuItem, Tab, Tabs, TextField } from '@mui/material';
import type { EmailTemplateRow } from '@ostatok/api/contract/email-templates.endpoints.ts';
import type { FormikProps } from 'formik';
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
  const error = formik.errors.html as string | undefined;
  const noTemplates = templates
    ? templates.length === 0 && 'Шаблонов пока нет: создайте их в Marketing templates'
    : templatesError && 'Ошибка загрузки шаблонов. Напишите свой HTML или подождите';

  function choose(next: CampaignSource): void {
    onSource(next);
    // The fields of the other source are cleared, so that they are not sent.
    void formik.setValues({ ...values, ...(next === 'html' ? { templateId: null } : { html: '' }) });
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
