import { Flags } from '@oclif/core';
import type { PlatformEndpoints } from '@ostatok/api/contract/endpoints.ts';
import type { ListRules, RowOf } from '@ostatok/kit/contract/endpoint.ts';
import { grouped } from '../output/format.ts';
import type { Api } from '../platform/api-client.ts';

const PAGE = 500;

/** Replaces the hyphen of a descending order: the parser would take `-name` for the flag `-n`. */
const MINUS = '\u2212';

/** Rewrites `--sort -name` and `--sort=-name` so that the parser accepts them. */
export function withSortJoined(argv: string[]): string[] {
  const isOrder = (at: number): boolean => argv[at - 1] === '--sort' && /^-[a-z]/.test(argv[at] ?? '');
  return argv.flatMap((word, at) => {
    if (isOrder(at)) return [`--sort=${MINUS}${word.slice(1)}`];
    return isOrder(at + 1) ? [] : [word.replace(/^--sort=-/, `--sort=${MINUS}`)];
  });
}

const sorted = (description: string) =>
  Flags.string({ description, helpValue: '[-]ПОЛЕ', parse: async (text) => text.replace(MINUS, '-') });

/** The flag that sorts by one of the list's own columns. */
export const sortFlag = (names: readonly string[]) =>
  sorted(`по какому полю, с минусом — по убыванию: ${names.join(', ')}`);

/** The flags of every list; a command adds its own filters. */
export const listFlags = {
  search: Flags.string({ char: 's', description: 'что искать', helpValue: 'ТЕКСТ' }),
  sort: sorted('по какому полю, с минусом — по убыванию'),
  limit: Flags.integer({ char: 'n', description: 'сколько строк', default: 50, min: 1, max: 1000, helpValue: 'ЧИСЛО' }),
  page: Flags.integer({ description: 'какая страница', default: 1, min: 1, helpValue: 'ЧИСЛО' }),
  all: Flags.boolean({ description: 'все страницы подряд', default: false }),
};

export interface ListOptions {
  search?: string | undefined;
  sort?: string | undefined;
  limit: number;
  page: number;
  all: boolean;
}

type ListName = {
  [Name in keyof PlatformEndpoints]: PlatformEndpoints[Name] extends { list: ListRules; answer: object } ? Name : never;
}[keyof PlatformEndpoints];

export interface Listed<T> {
  rows: T[];
  total: number;
}

export type Filter = Record<string, string | number | boolean | undefined>;

/** The query that filters and sorts a list, with the API's parameters. */
export function filterQuery({ search, sort }: Pick<ListOptions, 'search' | 'sort'>, filter: Filter): URLSearchParams {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (sort) {
    query.set('sortBy', sort.replace(/^-/, ''));
    query.set('sortOrder', sort.startsWith('-') ? 'desc' : 'asc');
  }
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, String(value));
  return query;
}

function queryOf(options: ListOptions, filter: Filter, page: number, limit: number): string {
  const query = filterQuery(options, filter);
  query.set('page', String(page));
  query.set('limit', String(limit));
  return query.toString();
}

type ListAnswer<Row> = Record<string, Row[]> & { pagination?: { total: number; pages: number } };

/** Reads one page of a list, or all of it. */
async function readRows<Row>(
  options: ListOptions,
  ask: (page: number, limit: number) => Promise<ListAnswer<Row>>,
  rowsOf: (answer: ListAnswer<Row>) => Row[],
): Promise<Listed<Row>> {
  if (!options.all) {
    const answer = await ask(options.page, options.limit);
    const rows = rowsOf(answer);
    return { rows, total: answer.pagination?.total ?? rows.length };
  }
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await ask(page, PAGE);
    rows.push(...rowsOf(answer));
    if (page >= (answer.pagination?.pages ?? 1)) return { rows, total: answer.pagination?.total ?? rows.length };
  }
}

/** Reads one page of a list, or all of it; `key` is the field of the response that holds the rows. */
export const fetchList = <Row>(
  api: Api,
  path: string,
  key: string,
  options: ListOptions,
  filter: Filter = {},
): Promise<Listed<Row>> =>
  readRows<Row>(
    options,
    (page, limit) => api.get(`${path}?${queryOf(options, filter, page, limit)}`),
    (answer) => answer[key] ?? [],
  );

/** Reads one page of the endpoint's list, or all of it. */
export const listAll = <Name extends ListName>(
  api: Api,
  name: Name,
  options: ListOptions,
  { params, filter = {} }: { params?: Record<string, string>; filter?: Filter } = {},
): Promise<Listed<RowOf<PlatformEndpoints[Name]>>> =>
  readRows<RowOf<PlatformEndpoints[Name]>>(
    options,
    (page, limit) => {
      const query = Object.fromEntries(new URLSearchParams(queryOf(options, filter, page, limit)));
      return api.send(name, { ...(params && { params }), query });
    },
    (answer) => Object.values(answer).find(Array.isArray) ?? [],
  );

/** The command that shows the rest; undefined when everything was shown. */
export function restOf({ rows, total }: Listed<unknown>, { page, all }: ListOptions): string | undefined {
  if (all || rows.length === total || rows.length === 0) return undefined;
  return `Показано ${grouped(rows.length)} из ${grouped(total)}. Дальше: --page ${page + 1}, всё сразу: --all`;
}
