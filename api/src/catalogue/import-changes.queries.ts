import { aliasFieldNames } from '@ostatok/api/contract/catalogue.ts';
import { inBatches } from '@ostatok/kit/node/batches.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { SEARCHED, unlinkCodes } from './import-codes.queries.ts';
import { REVISIONS } from './import-rows.queries.ts';
import { type NamedRow, writeNames } from './names.queries.ts';

/** Small enough for other requests to be answered between two batches. */
const NAMES_AT_ONCE = 1000;

/** The author and the import that a revision names. */
export interface ImportCause {
  action: 'imported' | 'reverted';
  actorId: number | null;
  importId: string;
  at: Date;
}

const fields = aliasFieldNames.join(', ');
/** A main code is not said to be one: most of all rows are. */
function jsonOf(table: string): string {
  const pairs = (names: readonly string[]): string => names.map((name) => `'${name}', ${table}.${name}`).join(', ');
  return `case when ${table}.product_id is null then jsonb_build_object(${pairs(aliasFieldNames)})
    else jsonb_build_object(${pairs([...aliasFieldNames, 'product_id', 'pack'])}) end`;
}
const fieldsAre = (one: string, other: string): string =>
  `(${SEARCHED.map((name) => `${one}.${name}`).join(', ')}) is distinct from (${SEARCHED.map((name) => `${other}.${name}`).join(', ')})`;

/**
 * `import_changes` as what takes an import back: each alias that nobody has changed since becomes what it was before,
 * or is deleted if it was new.
 */
export async function compareWithBefore(trx: Knex.Transaction, importId: string): Promise<void> {
  await trx.raw(
    `create temporary table import_changes on commit drop as
       select action, id, nextval(${REVISIONS}) as revision, ${fields}, product_id, pack, null as product_ean, renamed
         from (select a.id, case when r.before is null then 'delete' else 'update' end as action,
                      ${aliasFieldNames.map((name) => `b.${name}`).join(', ')}, b.product_id, coalesce(b.pack, 1) as pack,
                      ${fieldsAre('a', 'b')} or a.product_id is distinct from b.product_id as renamed
                 from alias_revisions r
                 join aliases a on a.id = r.alias_id and a.revision = r.revision
                 left join lateral jsonb_populate_record(null::aliases, r.before) b on true
                where r.import_id = ? and r.action <> 'reverted'
                order by r.revision) c`,
    [importId],
  );
  await trx.raw('analyze import_changes (action, id, revision)');
  await unlinkCodes(trx, `nextval(${REVISIONS})`);
}

/** What a new alias was is not written: it is what the next change began from, or what the alias is. */
async function insertRevisions(trx: Knex.Transaction, { action, actorId, importId, at }: ImportCause): Promise<void> {
  const cause = { action, actorId, importId, at };
  const insert = `insert into alias_revisions
    (revision, alias_id, ean, action, actor_id, import_id, at, before, after)`;
  const common = `c.revision, c.id, :action, :actorId::integer, :importId::uuid, :at::timestamptz`.split(', ');
  const [revision, id, ...rest] = common;
  const columns = (ean: string): string => [revision, id, ean, ...rest].join(', ');
  await trx.raw(
    `${insert} select ${columns('c.ean')}, null, null from import_changes c
      where c.action = 'create' order by c.revision`,
    cause,
  );
  await trx.raw(
    `${insert} select ${columns('a.ean')}, ${jsonOf('a')}, case when c.action <> 'delete' then ${jsonOf('c')} end
       from import_changes c join aliases a on a.id = c.id
      where c.action in ('update', 'follow', 'delete') order by c.revision`,
    cause,
  );
}

async function createAliases(trx: Knex.Transaction, at: Date): Promise<void> {
  await trx.raw(
    `insert into aliases (id, ${fields}, product_id, pack, revision, created_at, updated_at)
     select id, ${fields}, product_id, pack, revision, :at::timestamptz, :at from import_changes where action = 'create' order by id`,
    { at },
  );
  // names of one kind and one brand are laid beside each other, so that a search for them reads few pages
  await trx.raw(`insert into alias_name_words (id, words, weighed)
    select id, words, weighed
      from (select id, words, description, weight_empty_g is not null and weight_full_g is not null as weighed
              from import_changes where action = 'create') c
     order by weighed desc, description collate "C"`);
}

async function updateAliases(trx: Knex.Transaction, at: Date): Promise<void> {
  await trx.raw(
    `update aliases a set (${fields}, product_id, pack, revision, updated_at) =
       (${aliasFieldNames.map((name) => `c.${name}`).join(', ')}, c.product_id, c.pack, c.revision, :at::timestamptz)
       from import_changes c where c.action in ('update', 'follow') and a.id = c.id`,
    { at },
  );
  const renamed = trx('import_changes').where({ action: 'update', renamed: true }).orderBy('id');
  for await (const rows of inBatches<NamedRow>(trx, renamed.select('id', 'product_id', ...SEARCHED), NAMES_AT_ONCE))
    await writeNames(trx, rows);
}

async function deleteAliases(trx: Knex.Transaction): Promise<void> {
  for (const table of ['aliases', 'alias_name_words'])
    await trx.raw(`delete from ?? t using import_changes c where c.action = 'delete' and t.id = c.id`, [table]);
}

/** Writes `import_changes` into the catalogue with a revision of each. Call it under the catalogue's lock. */
export async function applyChanges(
  trx: Knex.Transaction,
  counts: { create: number; update: number; delete: number },
  cause: ImportCause,
): Promise<void> {
  await insertRevisions(trx, cause);
  if (counts.delete > 0) await deleteAliases(trx);
  if (counts.update > 0) await updateAliases(trx, cause.at);
  if (counts.create > 0) await createAliases(trx, cause.at);
}
