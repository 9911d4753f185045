import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { ExecutionContext } from 'ava';
import { Router } from 'express';
import * as yup from 'yup';

const root = join(import.meta.dirname, '../../..');

export type Method = 'get' | 'post' | 'put' | 'delete';

export interface Route {
  method: Method;
  /** The path as declared, under all its mount points: `/api/items/:id`. */
  path: string;
}

export const nameOf = ({ method, path }: Route): string => `${method.toUpperCase()} ${path}`;

interface Stack {
  stack: { route?: { path: string | string[]; methods: Record<string, boolean> } }[];
}
interface Mounting {
  path: string;
  inner: Stack;
}

const METHODS: Method[] = ['get', 'post', 'put', 'delete'];
const isRouter = (handler: unknown): handler is Stack => typeof handler === 'function' && 'stack' in handler;

/**
 * Records from now on which router is mounted where, which Express itself forgets. `list` walks from the apps created
 * since to every route, so that a test of all routes misses none that is added later.
 */
export function watchRoutes(): { list: () => Route[] } {
  const mounted = new Map<Stack, Mounting[]>();
  const inner = new Set<Stack>();
  const prototype = Router.prototype as { use: (this: Stack, ...args: unknown[]) => unknown };
  const { use } = prototype;
  prototype.use = function watched(this: Stack, ...args: unknown[]) {
    const paths = [args[0]].flat().filter((path) => typeof path === 'string');
    const mountings = mounted.get(this) ?? [];
    mounted.set(this, mountings);
    for (const handler of args.flat(2).filter(isRouter)) {
      inner.add(handler);
      for (const path of paths.length > 0 ? paths : ['/']) mountings.push({ path, inner: handler });
    }
    return use.apply(this, args);
  };

  const joined = (...parts: string[]): string =>
    parts
      .join('/')
      .replace(/\/+/g, '/')
      .replace(/(.)\/$/, '$1');

  function walk(router: Stack, base: string): Route[] {
    const own = router.stack.flatMap(({ route }) =>
      [route?.path ?? []]
        .flat()
        .flatMap((path) =>
          METHODS.filter((method) => route?.methods[method] || (method === 'post' && route?.methods._all)).map(
            (method) => ({ method, path: joined(base, path) }),
          ),
        ),
    );
    return [...own, ...(mounted.get(router) ?? []).flatMap((one) => walk(one.inner, joined(base, one.path)))];
  }

  return {
    list(): Route[] {
      const roots = [...mounted.keys()].filter((router) => !inner.has(router));
      return roots.flatMap((root) => walk(root, '/'));
    },
  };
}

const isRussian = (text: unknown): boolean => typeof text === 'string' && /[а-яё]/i.test(text);

/** Describes what is wrong with the shape of an error response; undefined when it is as documented. */
export function mistakeOf(body: unknown): string | undefined {
  const { success, error, code, errors = {}, ...rest } = (body ?? {}) as Record<string, unknown>;
  if (success !== false) return 'success is not false';
  if (!isRussian(error)) return `error is not Russian: ${error}`;
  if (typeof code !== 'string' || !/^[a-z_]+$/.test(code)) return `code is no word: ${code}`;
  const silent = Object.entries(errors as object).find(([, text]) => !isRussian(text));
  if (silent) return `errors.${silent[0]} is not Russian: ${silent[1]}`;
  const extra = Object.keys(rest).filter((key) => key !== 'requiresEmailVerification');
  return extra.length > 0 ? `more than documented: ${extra}` : undefined;
}

/** Checks that a request was refused with one of these statuses and an error of the documented shape. */
export function refused(
  t: ExecutionContext,
  what: string,
  answer: { status: number; body: unknown },
  statuses: number[],
): void {
  t.true(statuses.includes(answer.status), `${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  t.is(mistakeOf(answer.body), undefined, `${what}: ${JSON.stringify(answer.body)}`);
}

/** The names of all fields in the request schemas of `folder`'s contracts, however deep, and whether each may be a text. */
async function fieldsOf(folder: string): Promise<Map<string, boolean>> {
  const names = new Map<string, boolean>();
  const note = (schema: unknown): void => {
    if (schema instanceof yup.ArraySchema) note(schema.innerType);
    if (!(schema instanceof yup.ObjectSchema)) return;
    for (const [name, field] of Object.entries(schema.fields)) {
      names.set(name, names.get(name) || field instanceof yup.StringSchema);
      note(field);
    }
  };
  const files = globSync(join(root, folder, '**/*.ts'), { exclude: (name) => name.endsWith('.endpoints.ts') });
  for (const file of files) {
    const contract: object = await import(file);
    for (const exported of Object.values(contract)) note(exported);
  }
  return names;
}

/**
 * Bodies that every route must reject, and the expected status of each; undefined: any 4xx but 413. `folder` holds the
 * contracts that name the routes' fields.
 */
export async function wrongBodiesOf(folder: string): Promise<{ what: string; body: string; status?: number }[]> {
  const fields = await fieldsOf(folder);
  const filled = (value: unknown, ofTexts = value): string =>
    JSON.stringify(Object.fromEntries([...fields].map(([name, isText]) => [name, isText ? ofTexts : value])));
  return [
    { what: 'malformed JSON', body: '{"name": ', status: 400 },
    { what: '10 MB', body: JSON.stringify({ name: 'a'.repeat(10_000_000) }), status: 413 },
    { what: 'a list', body: '[1, 2]' },
    { what: 'a bare text', body: '"text"' },
    { what: 'null', body: 'null' },
    { what: 'an empty object', body: '{}' },
    { what: 'deep nesting', body: `${'['.repeat(2000)}${']'.repeat(2000)}` },
    { what: 'objects for every field', body: filled({ a: 1 }) },
    { what: 'lists for every field', body: filled([[1], null]) },
    { what: 'numbers for every field', body: filled(-1.5) },
    // some routes accept no more than 100 KB
    { what: 'texts of 501 letters for every text', body: filled('z', 'z'.repeat(501)) },
  ];
}

/**
 * Tables that the security log fills later, while it collects rejected requests: its own, its alarms and their letters.
 */
const OF_ALARMS: Record<string, string> = {
  activity: `where action <> 'security.alarm'`,
  mails: `where template <> 'security_alarm'`,
};

/** Counts the rows of every table except those of the security log. */
export async function countRows(db: Knex): Promise<Record<string, number>> {
  const tables: string[] = await db('information_schema.tables')
    .where({ table_schema: 'public', table_type: 'BASE TABLE' })
    .whereNot('table_name', 'like', 'security\\_%')
    // measured by the clock, whatever is asked
    .whereNot({ table_name: 'tenant_resources' })
    .orderBy('table_name')
    .pluck('table_name');
  const counted = tables.map(
    (name) => `select '${name}' as name, count(*)::int as rows from "${name}" ${OF_ALARMS[name] ?? ''}`,
  );
  const { rows } = await db.raw(counted.join(' union all '));
  return Object.fromEntries(rows.map((row: { name: string; rows: number }) => [row.name, row.rows]));
}
