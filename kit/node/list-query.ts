import * as yup from 'yup';
import { InvalidInput } from './errors.ts';
import { parse } from './http.ts';

declare const unchecked: unique symbol;
/** Unchecked input of a caller: a slice checks it by its schema before use. */
export type Unchecked = Readonly<Record<string, unknown>> & { readonly [unchecked]: true };

export interface ListPage {
  offset: number;
  limit: number;
  /** One of the allowed names. */
  sort: string;
  order: 'asc' | 'desc';
}

export interface ListQuery extends ListPage {
  /** The caller's filter, still to be checked by the slice's schema. */
  filter: Unchecked;
}

/** The largest offset; no list of ours is longer. */
const FARTHEST = 1_000_000_000;

const plain = yup.object({
  page: yup.number().integer('Номер страницы — целое число').min(1, 'Страницы считаются с 1').max(1_000_000),
  limit: yup
    .number()
    .integer('Размер страницы — целое число')
    .min(1, 'На странице хотя бы одна строка')
    .max(1000, 'Не больше 1000 строк'),
  sortBy: yup.string(),
  sortOrder: yup.string().lowercase().oneOf(['asc', 'desc'], 'Порядок — asc или desc'),
});

function json(value: unknown, name: string): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    throw new InvalidInput(`Параметр ${name} — не JSON`, { [name]: 'Ожидается JSON' });
  }
}

function sortOf(name: unknown, allowed: readonly string[], fallback: string): string {
  if (name === undefined) return fallback;
  if (typeof name !== 'string' || !allowed.includes(name)) {
    throw new InvalidInput(`Сортировать можно по: ${allowed.join(', ')}`, { sort: 'Такого столбца нет' });
  }
  return name;
}

/**
 * Reads both dialects of a list's query: the spec's (`page`, `limit`, `sortBy`, `sortOrder`, other keys are filters)
 * and ra-data-simple-rest's (`range=[0,24]`, `sort=["id","ASC"]`, `filter={}`). Throws InvalidInput.
 */
export function listQuery(
  query: Record<string, unknown>,
  options: { sorts: readonly string[]; sort: string; order?: 'asc' | 'desc'; limit?: number },
): ListQuery {
  const { range, sort, filter, ...rest } = query;
  const { page = 1, limit = options.limit ?? 50, sortBy, sortOrder, ...others } = { ...rest, ...parse(plain, rest) };
  const result: ListQuery = {
    offset: (page - 1) * limit,
    limit,
    sort: sortOf(sortBy, options.sorts, options.sort),
    order: (sortOrder as 'asc' | 'desc' | undefined) ?? options.order ?? 'asc',
    filter: others as object as Unchecked,
  };
  if (range !== undefined) {
    const bounds = json(range, 'range');
    const [from, to]: unknown[] = Array.isArray(bounds) ? bounds : [];
    const isPlace = (value: unknown): value is number => Number.isInteger(value) && Number(value) <= FARTHEST;
    if (!isPlace(from) || !isPlace(to) || !(from >= 0 && to >= from && to - from < 10_000)) {
      throw new InvalidInput('Параметр range задан неверно', { range: 'Ожидается [от, до]' });
    }
    result.offset = from;
    result.limit = to - from + 1;
  }
  if (sort !== undefined) {
    const given = json(sort, 'sort');
    if (!Array.isArray(given))
      throw new InvalidInput('Параметр sort задан неверно', { sort: 'Ожидается [имя, порядок]' });
    const [name, order] = given;
    result.sort = sortOf(name, options.sorts, options.sort);
    result.order = typeof order === 'string' && order.toLowerCase() === 'desc' ? 'desc' : 'asc';
  }
  if (filter !== undefined) {
    const given = json(filter, 'filter');
    if (!given || typeof given !== 'object' || Array.isArray(given)) {
      throw new InvalidInput('Параметр filter задан неверно', { filter: 'Ожидается объект' });
    }
    result.filter = given as Unchecked;
  }
  return result;
}
