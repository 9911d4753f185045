import type { EmailTemplate } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { ListFailed } from '../list/ListMessages.tsx';
import { useRecord } from '../ui/use-record.ts';
import { TemplateEditor } from './TemplateEditor.tsx';

function KnownTemplate({ id }: { id: string }) {
  const { data: template, error, refetch } = useRecord<EmailTemplate>('email-templates', id);
  if (error && !template)
    return (
      <div className="page">
        <h1>Шаблон письма</h1>
        <ListFailed text="Ошибка загрузки шаблона" error={error} onRetry={refetch} />
      </div>
    );
  // Later changes by somebody else do not replace the text while it is being edited.
  return template ? <TemplateEditor id={id} template={template} /> : <div className="page page-loading" />;
}

/** Edits an existing or a new template. */
export default function TemplatePage({ id }: { id: string }) {
  return id === 'new' ? <TemplateEditor id="new" /> : <KnownTemplate id={id} />;
}
