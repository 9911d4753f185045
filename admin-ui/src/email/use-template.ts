import type { EmailTemplate } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { emailTemplateSchema } from '@ostatok/api/contract/email-templates.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../http-client.ts';
import { changed } from '../live/invalidation.ts';
import { confirm } from '../ui/confirm.tsx';
import { toastDone, toastFailed } from '../ui/toasts.tsx';
import { EMPTY_LETTER } from './editor/mjml-document.ts';

export interface Draft {
  name: string;
  description: string;
  subject: string;
  mjml: string | null;
  html: string;
  design: Record<string, unknown> | null;
}

const draftOf = (template?: EmailTemplate): Draft => ({
  name: template?.name ?? '',
  description: template?.description ?? '',
  subject: template?.subject ?? '',
  mjml: template ? template.mjml : EMPTY_LETTER,
  html: template?.html ?? '',
  design: template?.design ?? null,
});

/** Unsaved drafts left by the browser's back button, kept until the window is closed. */
const drafts = new Map<string, Draft>();

function errorsOf(error: unknown): Record<string, string> {
  if (error instanceof ApiError) return error.errors;
  const { inner = [] } = error as { inner?: { path?: string; message: string }[] };
  return Object.fromEntries(inner.map(({ path = '', message }) => [path, message]));
}

const hasChanged = (error: unknown): boolean => error instanceof ApiError && error.code === 'template_changed';

const sureToReplace = (): Promise<boolean> =>
  confirm({
    title: 'Сохранить поверх чужих изменений?',
    text: 'Пока вы правили шаблон, его изменил кто-то другой. Ваша версия заменит его изменения.',
    yes: 'Сохранить мою',
  });

/**
 * Saves the draft and resolves to the stored template. Another user's changes are overwritten only after a
 * confirmation.
 */
async function put(draft: Draft, saved: EmailTemplate | undefined): Promise<EmailTemplate> {
  if (!saved) return (await api.call('POST /api/admin/email-templates', { body: draft })).template;
  const { id, updated_at } = saved;
  const write = (body: Draft & { updated_at?: string }) =>
    api.call('PUT /api/admin/email-templates/:id', { params: { id }, body });
  const answer = await write({ ...draft, updated_at }).catch(async (error) => {
    if (!hasChanged(error) || !(await sureToReplace())) throw error;
    return write(draft);
  });
  return answer.template;
}

/** The draft, whether it is saved, and the function that saves it. */
export function useDraft(id: string, template: EmailTemplate | undefined) {
  const [saved, setSaved] = useState<EmailTemplate | undefined>(template);
  const [wasKept, setKept] = useState(() => drafts.has(id));
  const [draft, setDraft] = useState<Draft>(() => drafts.get(id) ?? draftOf(template));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isDirty, setDirty] = useState(wasKept);
  const [isSaving, setSaving] = useState(false);
  /** Increased when the draft is replaced from outside, so that open editors restart. */
  const [version, setVersion] = useState(0);

  const change = useCallback(
    (part: Partial<Draft>): void => {
      setDraft((before) => {
        const after = { ...before, ...part };
        drafts.set(id, after);
        return after;
      });
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
      setDirty(true);
    },
    [id],
  );

  /**
   * Synchronous, so that navigation right after it does not ask about unsaved changes. What was typed while the template
   * was being saved stays unsaved; that of a new one waits on the page of its own that it now has.
   */
  function settle(from: EmailTemplate | undefined, newer?: Draft): void {
    const hasMoved = newer !== undefined && from !== undefined && from.id !== saved?.id;
    if (hasMoved) drafts.set(String(from.id), newer);
    if (hasMoved || !newer) drafts.delete(id);
    flushSync(() => {
      setKept(false);
      setDirty(newer !== undefined && !hasMoved);
      setErrors({});
      setSaved(from);
    });
  }

  function restart(from: EmailTemplate | undefined): void {
    settle(from);
    setDraft(draftOf(from));
    setVersion((before) => before + 1);
  }

  /** Resolves to the stored template, or undefined when the server refused it. */
  async function save(): Promise<EmailTemplate | undefined> {
    setSaving(true);
    const sent = drafts.get(id);
    try {
      await emailTemplateSchema.validate(draft, { abortEarly: false });
      const kept = await put(draft, saved);
      const present = drafts.get(id);
      settle(kept, present === sent ? undefined : present);
      toastDone('Шаблон сохранён');
      return kept;
    } catch (error) {
      setErrors(errorsOf(error));
      toastFailed('Ошибка сохранения шаблона', error);
      return undefined;
    } finally {
      setSaving(false);
      changed('email-templates');
    }
  }

  return { draft, version, saved, errors, isDirty, isSaving, wasKept, change, restart, save };
}
export type TemplateDraft = ReturnType<typeof useDraft>;
