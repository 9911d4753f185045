import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// biome-ignore lint/suspicious/noExplicitAny: rows of whatever the page under test lists
type Row = Record<string, any>;

const folder = join(import.meta.dirname, '../../../templates/emails');
const partOf = (path: string): string => readFileSync(join(folder, path), 'utf8');

/** A shipped letter of the platform with its includes inlined. */
export const shippedLetter = (name: string): string =>
  partOf(`${name}.mjml`).replace(/<mj-include path="(.+?)" \/>/g, (_, path: string) => partOf(path));

export const emailVariables = [
  { name: 'name', label: 'Имя', example: 'Анна', required: false },
  { name: 'company', label: 'Компания', example: 'Бар «Демо»', required: false },
];

const template = (id: number, more: Row): Row => ({
  id,
  name: `Шаблон ${id}`,
  description: '',
  template_type: 'marketing',
  subject: `Новости ${id}`,
  html: `<p>Письмо ${id}, {{name}}</p>`,
  text: '',
  mjml: null,
  design: null,
  variables: ['name', 'company'],
  is_system: false,
  is_changed: false,
  error: null,
  created_by_name: 'Администратор',
  created_at: '2026-11-01T10:00:00Z',
  updated_at: `2026-11-0${(id % 9) + 1}T10:00:00Z`,
  ...more,
});

export const manyTemplates = (marketing: number): Row[] => [
  ...Array.from({ length: marketing }, (_, index) => template(index + 1, {})),
  template(101, {
    name: 'Чек об оплате',
    template_type: 'receipt',
    subject: 'Оплата получена',
    mjml: shippedLetter('receipt'),
    is_system: true,
    is_changed: true,
    created_by_name: null,
  }),
  template(102, {
    name: 'Подтверждение адреса',
    subject: 'Подтвердите адрес',
    is_system: true,
    error: 'Строка 3: тег',
  }),
];

const uuid = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

export const manyCampaigns = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: uuid(index + 1),
    subject: index === 1 ? 'Зимнее меню: как посчитать остатки за вечер и ничего не забыть' : `Рассылка ${index + 1}`,
    template_id: 1,
    template_name: 'Шаблон 1',
    target_users: (['all', 'active_subscribers', 'free_users', 'paid_users'] as const)[index % 4],
    filters: { planId: null, registeredFrom: null, registeredTo: null },
    test_mode: index % 3 === 2,
    status: (['running', 'paused', 'done', 'canceled'] as const)[index % 4],
    total: 1200,
    sent: index % 4 === 2 ? 1190 : 400,
    failed: 3,
    bounced: 2,
    skipped: 5,
    created_by: 'admin@test.example',
    created_at: new Date(Date.UTC(2026, 10, 22, 10) - index * 3_600_000).toISOString(),
    finished_at: null,
  }));

export const manyRecipients = (count: number): Row[] =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    email: `reader-${index + 1}@test.example`,
    status: index % 10 === 9 ? 'failed' : 'sent',
    error: index % 10 === 9 ? 'Почтовый ящик переполнен' : null,
    at: '2026-11-22T10:00:00Z',
  }));

export const emailStats = (days: number): Row => ({
  success: true,
  totals: [
    { template_type: 'marketing', status: 'sent', count: 1500 },
    { template_type: 'receipt', status: 'failed', count: 5 },
    { template_type: 'marketing', status: 'bounced', count: 2 },
  ],
  period: { days, from: '2026-10-23T00:00:00Z', to: '2026-11-22T00:00:00Z' },
  daily: Array.from({ length: days }, (_, index) => ({
    date: new Date(Date.UTC(2026, 10, 22) - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
    sent: (index * 7) % 60,
    failed: index % 9 === 0 ? 3 : 0,
  })),
});
