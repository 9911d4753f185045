/** The state that a mirror shows: the last revision then, and the transaction that wrote it. */
export interface Moment {
  revision: number;
  mark: string;
  /**
   * Distinguishes the state from one with the same numbers in another database, or in this one under another release.
   */
  origin: string;
}

const COLUMNS = `revision, xmin::text as mark,
  concat_ws(' ', xmin, extract(epoch from at), (select oid from pg_database where datname = current_database()),
            (select max(name) from knex_migrations)) as origin`;

export const LATEST_MOMENT = `select ${COLUMNS} from alias_revisions order by revision desc limit 1`;
/** Selects one revision's moment and how many revisions came after it, counted up to a limit. */
export const MOMENT_SINCE = `select ${COLUMNS}, (select count(*)::int from (
    select from alias_revisions l where l.revision > $1 limit $2) later) as since
  from alias_revisions where revision = $1`;
