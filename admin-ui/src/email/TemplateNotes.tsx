import type { EmailTemplate } from '@ostatok/api/contract/email-templates.endpoints.ts';
import type { TemplateDraft } from './use-template.ts';

/** What an administrator should know before editing a template: whom it reaches, and what was not saved. */
export function TemplateNotes({ work, template }: { work: TemplateDraft; template: EmailTemplate | undefined }) {
  const { saved } = work;
  return (
    <>
      {saved?.is_system && (
        <p className="email-note email-warning" role="note">
          Это системное письмо. Изменение затронет всех пользователей.
        </p>
      )}
      {saved?.error && (
        <p className="email-note email-warning" role="alert">
          Изменённое письмо не отправляется, вместо него уходит исходное: {saved.error}
        </p>
      )}
      {work.wasKept && (
        <p className="email-note" role="status">
          Возвращены изменения, которые не были сохранены.{' '}
          <button type="button" className="row-action" onClick={() => work.restart(template)}>
            Отбросить их
          </button>
        </p>
      )}
    </>
  );
}
