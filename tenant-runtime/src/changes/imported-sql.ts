import { createHash } from 'node:crypto';

/** An import writes the starting stock of its rows, and reverses it when the import is undone. */
export type ImportPurpose = 'stock' | 'undo';

/**
 * Returns the prefix of the ids of all changes that an import wrote for a purpose; the rest is the row's number in
 * hexadecimal.
 */
export const importPrefix = (importId: string, purpose: ImportPurpose): string =>
  createHash('md5').update(`${importId}:${purpose}`).digest('hex').slice(0, 24);

/** Returns the least and the greatest id with this prefix. */
export const boundsOfPrefix = (prefix: string): [string, string] => [`${prefix}00000000`, `${prefix}ffffffff`];

/**
 * Selects, for each import and purpose that changed stock, the id of its first change and the bounds of all its ids.
 */
export const IMPORTS_IN_LOG = `
  select first.id, i.id as import_id, from_id, to_id
    from imports i cross join (values ('stock'), ('undo')) as purposes(purpose)
   cross join lateral (select substr(md5(i.id || ':' || purpose), 1, 24) as prefix) as made
   cross join lateral (select (prefix || '00000000')::uuid as from_id, (prefix || 'ffffffff')::uuid as to_id) as bounds
   cross join lateral (select c.id from changes c where c.id between from_id and to_id order by c.id limit 1) as first`;
