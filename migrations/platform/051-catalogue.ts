import type { Knex } from 'knex';
import { toSearchKey } from './search-key.ts';

/** Columns that lists are sorted by; each index includes the `weighed` flag, so that any page is an index-only scan. */
const sorted = [
  'id',
  'ean',
  'brand',
  'category',
  'volume_ml',
  'weight_empty_g',
  'weight_full_g',
  'description',
  'created_at',
  'updated_at',
];
const nullable = ['brand', 'category', 'volume_ml', 'weight_empty_g', 'weight_full_g'];
const KEYS_AT_ONCE = 5000;
/** A one-letter search has too many hits to count while the user waits, so they are counted in advance. */
const letters = 'abcdefghijklmnopqrstuvwxyz';

async function addRevisions(db: Knex): Promise<void> {
  await db.schema.createTable('alias_revisions', (t) => {
    t.bigIncrements('revision').comment('taken under the lock of writers: they become visible in order');
    t.integer('alias_id').notNullable().comment('aliases.id; outlives it');
    t.text('ean').notNullable();
    t.text('action').notNullable().checkIn(['created', 'updated', 'deleted', 'reverted', 'imported', 'proposal']);
    t.jsonb('before');
    t.jsonb('after');
    t.integer('actor_id').references('users.id').onDelete('SET NULL').comment('null: the platform itself');
    t.integer('proposal_id').references('alias_proposals.id').onDelete('SET NULL');
    t.uuid('import_id').comment('also of what undid it');
    t.timestamp('at').notNullable();
    t.index(['alias_id', 'revision']);
    t.index(['action', 'revision']);
  });
  await db.raw('create index alias_revisions_import on alias_revisions (import_id) where import_id is not null');
  await db.raw('create index alias_revisions_actor on alias_revisions (actor_id) where actor_id is not null');
  await db.raw('create index alias_revisions_proposal on alias_revisions (proposal_id) where proposal_id is not null');
  await db.raw(`insert into alias_revisions (alias_id, ean, action, after, at)
    select id, ean, 'created', to_jsonb(a) - '{id,search_key,created_at,updated_at}'::text[], created_at
      from aliases a order by id`);
  await db.schema.alterTable('aliases', (t) => {
    t.bigInteger('revision').notNullable().defaultTo(0).comment('alias_revisions.revision of its last change');
    t.specificType(
      'weighed',
      'boolean not null generated always as (weight_empty_g is not null and weight_full_g is not null) stored',
    );
  });
  await db.raw('update aliases a set revision = r.revision from alias_revisions r where r.alias_id = a.id');
}

async function recomputeKeys(db: Knex, table: string, text: (row: Record<string, string | null>) => string) {
  for (let after = 0; ; ) {
    const rows = await db(table).where('id', '>', after).orderBy('id').limit(KEYS_AT_ONCE).select('*');
    if (rows.length === 0) return;
    const keys = rows.map((row) => toSearchKey(text(row)));
    await db.raw(`update ?? t set search_key = k.key from unnest(?::int[], ?::text[]) k (id, key) where t.id = k.id`, [
      table,
      rows.map(({ id }) => id),
      keys,
    ]);
    after = rows.at(-1).id;
  }
}

/**
 * Adds a table of names alone, small enough to stay in memory, and the counts per column; triggers keep both up to
 * date.
 */
async function addSearch(db: Knex): Promise<void> {
  await db.raw(`create table alias_names (
    id integer primary key, ean text not null, key text not null, weighed boolean not null)`);
  await db.raw('create table alias_counts (of text primary key, total bigint not null, weighed bigint not null)');
  await db.raw(`insert into alias_names select id, ean, search_key, weighed from aliases`);
  await db.raw('create index alias_names_key on alias_names using gin (key gin_trgm_ops)');
  await db.raw('create index alias_names_ean on alias_names (ean text_pattern_ops) include (weighed)');
  await db.raw('drop index aliases_search');
  const columns = ['id', ...nullable];
  const sums = (sign: string, from: string): string =>
    columns
      .map((c) => `select '${c}' of, ${sign}count(${c}) n, ${sign}count(${c}) filter (where weighed) w from ${from}`)
      .concat(`select 'has:' || l, ${sign}count(search_key) n, ${sign}count(search_key) filter (where weighed) w
                 from unnest(string_to_array('${letters}', null)) l left join ${from} on strpos(search_key, l) > 0
                group by l`)
      .join(' union all ');
  await db.raw(`insert into alias_counts ${sums('', 'aliases')}`);
  await db.raw(`insert into alias_counts select 'revision:' || action, count(*), 0 from alias_revisions group by 1`);
  const count = (deltas: string): string => `update alias_counts c set total = total + d.n, weighed = c.weighed + d.w
      from (select of, sum(n) n, sum(w) w from (${deltas}) s group by of having sum(n) <> 0 or sum(w) <> 0) d
     where c.of = d.of`;
  const follow = (event: string, references: string, body: string): string => `
    create function aliases_${event}ed() returns trigger language plpgsql as $$ begin ${body}; return null; end $$;
    create trigger aliases_${event}ed after ${event} on aliases referencing ${references}
      for each statement execute function aliases_${event}ed()`;
  await db.raw(
    follow(
      'insert',
      'new table as added',
      `insert into alias_names select id, ean, search_key, weighed from added; ${count(sums('', 'added'))}`,
    ),
  );
  await db.raw(
    follow(
      'delete',
      'old table as gone',
      `delete from alias_names where id in (select id from gone); ${count(sums('-', 'gone'))}`,
    ),
  );
  await db.raw(
    follow(
      'update',
      'old table as gone new table as added',
      `update alias_names n set ean = a.ean, key = a.search_key, weighed = a.weighed from added a
        where n.id = a.id and (n.ean, n.key, n.weighed) is distinct from (a.ean, a.search_key, a.weighed);
       ${count(`${sums('', 'added')} union all ${sums('-', 'gone')}`)}`,
    ),
  );
  await db.raw(`create function alias_revisions_counted() returns trigger language plpgsql as $$ begin
      insert into alias_counts select 'revision:' || action, count(*), 0 from added group by 1
        on conflict (of) do update set total = alias_counts.total + excluded.total;
      return null; end $$;
    create trigger alias_revisions_counted after insert on alias_revisions referencing new table as added
      for each statement execute function alias_revisions_counted()`);
}

async function extendProposals(db: Knex): Promise<void> {
  await db.schema.alterTable('alias_proposals', (t) => {
    t.text('search_key').notNullable().defaultTo('');
    t.text('reason').comment('why it was rejected');
    t.integer('decided_by').references('users.id').onDelete('SET NULL');
    t.timestamp('decided_at');
    t.index(['status', 'id']);
    t.index(['status', 'created_at', 'id']);
  });
  await recomputeKeys(db, 'alias_proposals', (row) => [row.brand, row.description, row.manufacturer].join(' '));
  await db.raw('create index alias_proposals_search on alias_proposals using gin (search_key gin_trgm_ops)');
  await db.raw('drop index alias_proposals_pending');
}

export async function up(db: Knex): Promise<void> {
  await recomputeKeys(db, 'aliases', (row) => [row.brand, row.description, row.manufacturer].join(' '));
  await addRevisions(db);
  await addSearch(db);
  for (const column of sorted) {
    const key = column === 'id' ? 'id' : `${column}, id`;
    await db.raw(`create index aliases_by_${column} on aliases (${key}) include (weighed)`);
  }
  await extendProposals(db);
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('alias_proposals', (t) => {
    t.dropIndex(['status', 'id']);
    t.dropIndex(['status', 'created_at', 'id']);
    t.dropColumns('search_key', 'reason', 'decided_by', 'decided_at');
  });
  await db.raw(`create index alias_proposals_pending on alias_proposals (id) where status = 'pending'`);
  await db.raw('create index aliases_search on aliases using gin (search_key gin_trgm_ops)');
  for (const event of ['insert', 'update', 'delete']) {
    await db.raw(`drop trigger aliases_${event}ed on aliases`);
    await db.raw(`drop function aliases_${event}ed`);
  }
  for (const column of sorted) await db.raw(`drop index aliases_by_${column}`);
  for (const table of ['alias_counts', 'alias_names', 'alias_revisions']) await db.schema.dropTable(table);
  await db.raw('drop function alias_revisions_counted');
  await db.schema.alterTable('aliases', (t) => t.dropColumns('revision', 'weighed'));
}
