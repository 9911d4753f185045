import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import { UserError } from '../errors/user-error.ts';
import { type ListName, type RowOfList, readPage } from '../lists/listing.ts';
import { moment, roubles } from '../output/format.ts';
import type { Api } from '../platform/api-client.ts';

const PAGE = 1000;

/** A kind of entity with a long id: its list, and the text by which a person recognises it. */
interface Numbered<Name extends NumberedList> {
  list: Name;
  /** `Такой работы нет. Все работы: ostatok operations list` */
  none: string;
  about(row: RowOfList<Name>): string;
}

/** One of a kind, as a person recognises it. */
export interface Recognised {
  id: string;
  about: string;
}

/** The lists whose rows have a long id. */
type NumberedList = {
  [Name in ListName]: RowOfList<Name> extends { id: string } ? Name : never;
}[ListName];

function numbered<Name extends NumberedList>({ list, none, about }: Numbered<Name>) {
  const recognised = (row: RowOfList<Name>): Recognised => ({ id: row.id, about: about(row) });
  return {
    list,
    none,
    recognised,
    /** All of them whose id begins so. */
    async startingWith(api: Api, start: string): Promise<Recognised[]> {
      const found = new Map<string, Recognised>();
      for (let page = 1; ; page += 1) {
        const { rows, pages } = await readPage(api, list, { query: { page: String(page), limit: String(PAGE) } });
        for (const row of rows) if (row.id.startsWith(start)) found.set(row.id, recognised(row));
        if (page >= pages) return [...found.values()];
      }
    },
  };
}

export const numberedKinds = {
  operation: numbered({
    list: 'GET /api/admin/operations',
    none: 'Такой работы нет. Все работы: ostatok operations list',
    about: ({ title, created_at }) => `${title}, ${moment(created_at)}`,
  }),
  campaign: numbered({
    list: 'GET /api/admin/campaigns',
    none: 'Такой рассылки нет. Все рассылки: ostatok campaigns list',
    about: ({ subject, created_at }) => `${subject}, ${moment(created_at)}`,
  }),
  backup: numbered({
    list: 'GET /api/admin/backups',
    none: 'Такой копии нет. Все копии: ostatok backups list',
    about: ({ subdomain, tenant_id, created_at }) => `${subdomain ?? tenant_id ?? 'платформа'}, ${moment(created_at)}`,
  }),
  kept: numbered({
    list: 'GET /api/admin/tenants/quarantine',
    none: 'В карантине такого нет. Всё, что в нём: ostatok cleanup quarantine',
    about: ({ label }) => label,
  }),
  import: numbered({
    list: 'GET /api/admin/aliases/import',
    none: 'Такой загрузки нет. Все загрузки: ostatok aliases imports',
    about: ({ file, at }) => `${file ?? 'файл забыт'}, ${moment(at)}`,
  }),
  payment: numbered({
    list: 'GET /api/admin/payments',
    none: 'Такого платежа нет. Все платежи: ostatok subscriptions payments',
    about: ({ payer_email, amount }) => `${payer_email}, ${roubles(amount)}`,
  }),
  session: numbered({
    list: 'GET /api/auth/sessions',
    none: 'Такого входа нет. Все входы: ostatok sessions list',
    about: ({ device, last_used_at }) => `${device}, ${moment(last_used_at)}`,
  }),
};
export type NumberedKind = keyof typeof numberedKinds;

const NAMED = 8;

/** The full id by its start. Throws UserError when no id or several ids begin so. */
export async function resolveId(api: Api, kind: NumberedKind, which: string): Promise<string> {
  const start = which.toLowerCase();
  return isUuid(start) ? start : (await recognise(api, kind, start)).id;
}

/**
 * The one whose id begins so, for a question about it; a whole id that is in no list is left to the platform. Throws
 * UserError when there is none or there are several.
 */
export async function recognise(api: Api, kind: NumberedKind, which: string): Promise<Recognised> {
  const start = which.toLowerCase();
  const what = numberedKinds[kind];
  const found = /^[\da-f-]+$/.test(start) ? await what.startingWith(api, start) : [];
  const [one, another] = found;
  if (!one && isUuid(start)) return { id: start, about: start };
  if (!one) throw new UserError(`${what.none}`, `${kind}_not_found`);
  if (!another) return one;
  const lines = found.slice(0, NAMED).map(({ id, about }) => `\n  ${id}  ${about}`);
  const more = found.length > NAMED ? `\n  … и ещё ${found.length - NAMED}` : '';
  throw new UserError(
    `На ${start} начинается несколько номеров, введите больше знаков:${lines.join('')}${more}`,
    'ambiguous',
  );
}
