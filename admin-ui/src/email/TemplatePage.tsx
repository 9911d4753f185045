import type { EmailTemplate } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { ListFailed } from '../list/ListMessages.tsx';
import { recordQuery } from '../ui/use-record.ts';
import { TemplateEditor } from './TemplateEditor.tsx';

function KnownTemplate({ id }: { id: string }) {
  const record = useQuery({ ...recordQuery<EmailTemplate>('email-templates', id), refetchOnMount: 'always' });
  const { data: template, error, refetch, isFetchedAfterMount } = record;
  if (error && !(template && isFetchedAfterMount))
    return (
      <div className="page">
        <h1>Шаблон письма</h1>
        <ListFailed text="Ошибка загрузки шаблона" error={error} onRetry={refetch} />
      </div>
    );
  // The text begins with what the server has now; later changes by somebody else do not replace it while it is edited.
  return template && isFetchedAfterMount ? (
    <TemplateEditor id={id} template={template} />
  ) : (
    <div className="page page-loading" />
  );
}

/** Edits an existing or a new template. */
export default function TemplatePage({ id }: { id: string }) {
  return id === 'new' ? <TemplateEditor id="new" /> : <KnownTemplate id={id} />;
}
