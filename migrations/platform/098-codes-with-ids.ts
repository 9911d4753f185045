import type { Knex } from 'knex';

/** Builds the index before the constraint is changed, so that the table is locked for a moment only. */
async function replaceCodes(db: Knex, included: string): Promise<void> {
  await db.raw(`create unique index aliases_ean_next on aliases (ean) include (${included})`);
  await db.raw('alter table aliases drop constraint aliases_ean_unique');
  await db.raw('alter table aliases add constraint aliases_ean_unique unique using index aliases_ean_next');
}

/** A search for the beginning of a code finds ids in the index alone. */
export const up = (db: Knex): Promise<void> => replaceCodes(db, 'weighed, id');

export const down = (db: Knex): Promise<void> => replaceCodes(db, 'weighed');
