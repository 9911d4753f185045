/**
 * The start of the oldest other transaction that is open in this database, or now. The view `pg_stat_activity` has the
 * same, but joins databases and roles to sessions, which costs more than finding the items.
 */
export const VISIBLE_UNTIL = `(
  select least(now(), min(pg_stat_get_backend_xact_start(session)))
    from pg_stat_get_backend_idset() as session
   where pg_stat_get_backend_dbid(session) = (select oid from pg_database where datname = current_database())
     and pg_stat_get_backend_pid(session) <> pg_backend_pid())`;
