import type { EmailTemplate } from '@ostatok/api/contract/email-templates.ts';
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
  // what somebody else saves meanwhile does not change the letter under the writer's hands
  return template ? <TemplateEditor id={id} template={template} /> : <div className="page page-loading" />;
}

/** One letter: a known one, or a new one. */
export default function TemplatePage({ id }: { id: string }) {
  return id === 'new' ? <TemplateEditor id="new" /> : <KnownTemplate id={id} />;
}
