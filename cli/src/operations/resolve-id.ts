import type { OpenSession } from '@ostatok/api/contract/account.endpoints.ts';
import type { AliasImportRecord } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import type { Campaign } from '@ostatok/api/contract/campaigns.endpoints.ts';
import type { QuarantineItem } from '@ostatok/api/contract/cleanup.endpoints.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { AdminPayment } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { UserError } from '../errors/user-error.ts';
import { moment, roubles } from '../output/format.ts';
import type { Api } from '../platform/api-client.ts';

/** A kind of entity with a long id: the path of its list, and the text by which a person recognises it. */
interface Numbered<T> {
  path: string;
  key: string;
  /** `Такой работы нет. Все работы: ostatok operations list` */
  none: string;
  about(row: T): string;
}
const numbered = <T extends { id: string }>(one: Numbered<T>): Numbered<{ id: string }> => one;

export const numberedKinds = {
  operation: numbered<Operation>({
    path: '/api/admin/operations',
    key: 'operations',
    none: 'Такой работы нет. Все работы: ostatok operations list',
    about: ({ title, created_at }) => `${title}, ${moment(created_at)}`,
  }),
  campaign: numbered<Campaign>({
    path: '/api/admin/campaigns',
    key: 'campaigns',
    none: 'Такой рассылки нет. Все рассылки: ostatok campaigns list',
    about: ({ subject, created_at }) => `${subject}, ${moment(created_at)}`,
  }),
  backup: numbered<Backup>({
    path: '/api/admin/backups',
    key: 'backups',
    none: 'Такой копии нет. Все копии: ostatok backups list',
    about: ({ subdomain, tenant_id, created_at }) => `${subdomain ?? tenant_id ?? 'платформа'}, ${moment(created_at)}`,
  }),
  kept: numbered<QuarantineItem>({
    path: '/api/admin/tenants/quarantine',
    key: 'quarantine',
    none: 'В карантине такого нет. Всё, что в нём: ostatok cleanup quarantine',
    about: ({ label }) => label,
  }),
  import: numbered<AliasImportRecord>({
    path: '/api/admin/aliases/import',
    key: 'imports',
    none: 'Такой загрузки нет. Все загрузки: ostatok aliases imports',
    about: ({ file, at }) => `${file ?? 'файл забыт'}, ${moment(at)}`,
  }),
  payment: numbered<AdminPayment>({
    path: '/api/admin/payments',
    key: 'payments',
    none: 'Такого платежа нет. Все платежи: ostatok subscriptions payments',
    about: ({ payer_email, amount }) => `${payer_email}, ${roubles(amount)}`,
  }),
  session: numbered<OpenSession>({
    path: '/api/auth/sessions',
    key: 'sessions',
    none: 'Такого входа нет. Все входы: ostatok sessions list',
    about: ({ device, last_used_at }) => `${device}, ${moment(last_used_at)}`,
  }),
};
export type NumberedKind = keyof typeof numberedKinds;

const WHOLE = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const PAGE = 1000;
const NAMED = 8;

async function startingWith(api: Api, { path, key }: Numbered<{ id: string }>, start: string) {
  const found = new Map<string, { id: string }>();
  for (let page = 1; ; page += 1) {
    type Answer = Record<string, { id: string }[]> & { pagination?: { pages: number } };
    const answer = await api.get<Answer>(`${path}?page=${page}&limit=${PAGE}`);
    for (const row of answer[key] ?? []) if (row.id.startsWith(start)) found.set(row.id, row);
    if (page >= (answer.pagination?.pages ?? 1)) return [...found.values()];
  }
}

/** The full id by its start. Throws UserError when no id or several ids begin so. */
export async function resolveId(api: Api, kind: NumberedKind, which: string): Promise<string> {
  const start = which.toLowerCase();
  if (WHOLE.test(start)) return start;
  const what = numberedKinds[kind];
  const found = /^[\da-f-]+$/.test(start) ? await startingWith(api, what, start) : [];
  const [one, another] = found;
  if (!one) throw new UserError(`${what.none}`, `${kind}_not_found`);
  if (!another) return one.id;
  const lines = found.slice(0, NAMED).map((row) => `\n  ${row.id}  ${what.about(row)}`);
  const more = found.length > NAMED ? `\n  … и ещё ${found.length - NAMED}` : '';
  throw new UserError(
    `На ${start} начинается несколько номеров, введите больше знаков:${lines.join('')}${more}`,
    'ambiguous',
  );
}
