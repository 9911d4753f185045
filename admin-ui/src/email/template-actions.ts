import type { EmailTemplateRow } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { api } from '../http-client.ts';
import type { Action } from '../list/types.ts';
import { act } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';

const resources: ['email-templates'] = ['email-templates'];

const copyTemplate = (rows: EmailTemplateRow[]): Promise<boolean> =>
  act({
    rows,
    call: ({ id }) => api.call('POST /api/admin/email-templates/:id/copy', { params: { id } }),
    done: 'Шаблон скопирован',
    failed: 'Ошибка копирования шаблона',
    resources,
  });

export async function removeTemplates(rows: EmailTemplateRow[]): Promise<boolean> {
  const [first] = rows;
  if (!first) return false;
  const sure = await confirm({
    title: rows.length === 1 ? `Удалить шаблон ${quoted(first.name)}?` : `Удалить шаблоны: ${rows.length}?`,
    text: 'Вернуть его будет нельзя. Отправленные письма останутся.',
    yes: 'Удалить',
    danger: true,
  });
  if (!sure) return false;
  return act({
    rows,
    call: ({ id }) => api.call('DELETE /api/admin/email-templates/:id', { params: { id } }),
    done: 'Шаблон удалён',
    failed: 'Ошибка удаления шаблона',
    resources,
  });
}

export async function resetTemplate([template]: EmailTemplateRow[]): Promise<boolean> {
  if (!template) return false;
  const sure = await confirm({
    title: `Вернуть исходный текст ${quoted(template.name)}?`,
    text: 'Все изменения этого письма пропадут. Это затронет всех пользователей.',
    yes: 'Вернуть',
    danger: true,
  });
  if (!sure) return false;
  return act({
    rows: [template],
    call: ({ id }) => api.call('POST /api/admin/email-templates/:id/reset', { params: { id } }),
    done: 'Исходный текст возвращён',
    failed: 'Ошибка сохранения шаблона',
    resources,
  });
}

const copy: Action<EmailTemplateRow> = {
  key: 'copy',
  label: 'Копировать',
  icon: 'copy',
  bulk: true,
  run: copyTemplate,
};

export const marketingActions: Action<EmailTemplateRow>[] = [
  copy,
  { key: 'delete', label: 'Удалить', icon: 'trash', danger: true, bulk: true, asks: true, run: removeTemplates },
];

export const systemActions: Action<EmailTemplateRow>[] = [
  copy,
  {
    key: 'reset',
    label: 'Вернуть исходный текст',
    icon: 'refund',
    isShown: ({ is_changed }) => is_changed,
    run: resetTemplate,
  },
];
