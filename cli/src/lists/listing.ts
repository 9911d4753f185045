import { Flags } from '@oclif/core';
import type { PlatformEndpoints } from '@ostatok/api/contract/endpoints.ts';
import type { AnswerFields, ListBeyond, Pagination } from '@ostatok/kit/contract/endpoint.ts';
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

type RowIn<E> = Extract<AnswerFields<E>[keyof AnswerFields<E>], readonly unknown[]>[number];
type RowsByName = {
  [Name in keyof PlatformEndpoints as Name extends `GET ${string}` ? Name : never]: RowIn<PlatformEndpoints[Name]>;
};

/** An endpoint that answers with rows. */
export type ListName = {
  [Name in keyof RowsByName]: [RowsByName[Name]] extends [never] ? never : Name;
}[keyof RowsByName];
export type RowOfList<Name extends ListName> = RowsByName[Name];

export interface Listed<T> {
  rows: T[];
  total: number;
  /** Whether there are more rows than the total: they were not counted. */
  isMore?: boolean;
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

interface ListCall {
  params?: Record<string, string>;
  query?: Record<string, string>;
  signal?: AbortSignal;
}

interface ListPage<Row> extends ListBeyond {
  rows: Row[];
  total: number;
  /** How many pages there are. */
  pages: number;
}

/** Reads one page of a list. */
export async function readPage<Name extends ListName>(
  api: Api,
  name: Name,
  call: ListCall,
): Promise<ListPage<RowOfList<Name>>> {
  const { pagination, ...fields } = await api.send<{ pagination?: Pagination }>(name, call);
  const rows: RowOfList<Name>[] = Object.values<unknown>(fields).find(Array.isArray) ?? [];
  return { rows, total: rows.length, pages: 1, ...pagination };
}

/** Reads one page of the endpoint's list, or all of it. */
export async function listAll<Name extends ListName>(
  api: Api,
  name: Name,
  options: ListOptions,
  { params, filter = {} }: { params?: Record<string, string>; filter?: Filter } = {},
): Promise<Listed<RowOfList<Name>>> {
  const read = (page: number, limit: number, after?: string): Promise<ListPage<RowOfList<Name>>> => {
    const narrowed = Object.fromEntries(filterQuery(options, { ...filter, after }));
    const query = { ...narrowed, page: String(page), limit: String(limit) };
    return readPage(api, name, { query, ...(params && { params }) });
  };
  if (!options.all) return read(options.page, options.limit);
  const rows: RowOfList<Name>[] = [];
  let after: string | undefined;
  for (let page = 1; ; page += 1) {
    const { rows: found, pages, next, ...listed } = await read(page, PAGE, after);
    rows.push(...found);
    if (page < pages) continue;
    if (!next) return { ...listed, rows };
    after = next;
    page = 0;
  }
}

/** The command that shows the rest; undefined when everything was shown. */
export function restOf({ rows, total, isMore }: Listed<unknown>, { page, all }: ListOptions): string | undefined {
  if (rows.length === 0) return undefined;
  if (all) return isMore ? `Показаны первые ${grouped(rows.length)}: найдено больше` : undefined;
  if (rows.length === total) return undefined;
  return `Показано ${grouped(rows.length)} из ${isMore ? 'больше чем ' : ''}${grouped(total)}. Дальше: --page ${page + 1}, всё сразу: --all`;
}
