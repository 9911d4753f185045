import { Button } from '@mui/material';
import type { EmailTemplate } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { dataProvider } from '../data-provider.ts';
import { api } from '../http-client.ts';
import { toastDone, toastFailed } from '../ui/toasts.tsx';
import { type Letter, preview } from './queries.ts';
import { removeTemplates, resetTemplate } from './template-actions.ts';
import { MARKETING_TEMPLATES } from './texts.ts';

interface TemplateToolsProps {
  letter: Letter;
  saved: EmailTemplate | undefined;
  isDirty: boolean;
  onReset: (template: EmailTemplate) => void;
}

/** Sends the letter as it is now, saved or not, to the administrator. */
async function sendTest(letter: Letter): Promise<void> {
  try {
    const { subject, html } = await preview(letter);
    const { message } = await api.call('POST /api/admin/email/send-test', {
      body: { subject, html, templateType: letter.templateType },
    });
    toastDone(message);
  } catch (error) {
    toastFailed('Ошибка отправки тестового письма', error);
  }
}

export function TemplateTools({ letter, saved, isDirty, onReset }: TemplateToolsProps) {
  const navigate = useNavigate();
  const [isSending, setSending] = useState(false);

  async function send(): Promise<void> {
    setSending(true);
    await sendTest(letter);
    setSending(false);
  }
  async function reset(template: EmailTemplate): Promise<void> {
    if (!(await resetTemplate([template]))) return;
    const { data } = await dataProvider.getOne<EmailTemplate>('email-templates', { id: template.id });
    onReset(data);
  }
  async function remove(template: EmailTemplate): Promise<void> {
    if (!(await removeTemplates([template]))) return;
    onReset(template);
    navigate(MARKETING_TEMPLATES);
  }

  return (
    <span className="template-tools">
      {saved?.is_system && (saved.is_changed || isDirty) && (
        <Button color="inherit" onClick={() => void reset(saved)}>
          Вернуть исходный текст
        </Button>
      )}
      {saved && !saved.is_system && (
        <Button color="error" onClick={() => void remove(saved)}>
          Удалить
        </Button>
      )}
      <Button variant="outlined" disabled={isSending} onClick={() => void send()}>
        Тестовое письмо себе
      </Button>
    </span>
  );
}
