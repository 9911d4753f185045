import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { listSequences, listTables, setSequences } from '../platform/schema.queries.ts';

/**
 * More than any user can have been signed out since the backup, so that tokens from that time never become valid again.
 */
const FAR = 1_000_000;

/** Ends all sessions: a sign-in that was ended since the backup would otherwise be valid again. */
export async function endSignIns(client: Client): Promise<void> {
  await client.query(
    `update users set token_version = token_version + ${FAR}; delete from sessions; delete from sign_in_codes`,
  );
}

const columns = 'at, event, failed, count, subject, ip, device, details';
const person = 'id, username, name, role, support';

const EVENTS = `select id, user_id, actor_id, ${columns} from security_events`;
const PEOPLE = `select ${person} from users
  where id in (select user_id from security_events union select actor_id from security_events)`;

/** Users added after the backup are inserted as removed, so that the log can name them. */
const INSERT = `
  create temporary table named on commit drop as
    select p.id as old_id, coalesce(u.id, nextval(pg_get_serial_sequence('users', 'id'))) as id, u.id is null as is_new,
           p.username, p.name, p.role, p.support
      from people p left join users u on u.id = p.id and u.username = p.username;
  insert into users (${person}, removed_at) select ${person}, now() from named where is_new;
  insert into security_events (user_id, actor_id, ${columns})
    select u.id, a.id, ${columns.replace(/\w+/g, 'e.$&')}
      from events e left join named u on u.old_id = e.user_id left join named a on a.old_id = e.actor_id
     where not exists (select from security_events s where s.id = e.id and s.at = e.at and s.event = e.event)
     order by e.id`;

/** Copies the security log, so that events since the backup, such as a theft, stay recorded. */
export async function carrySecurityLog(present: Client, restored: Client): Promise<void> {
  const { rows } = await present.query(`select to_regclass('public.security_events') is not null as has_log`);
  await restored.query('begin');
  if (rows[0]?.has_log) {
    for (const [table, select] of Object.entries({ events: EVENTS, people: PEOPLE })) {
      await restored.query(`create temporary table ${table} on commit drop as ${select} limit 0`);
      await pipeline(
        present.query(copyTo(`copy (${select}) to stdout`)),
        restored.query(copyFrom(`copy ${table} from stdin`)),
      );
    }
    await restored.query(INSERT);
  }
  await restored.query(`insert into security_events (at, event, failed) values (now(), 'backup.restored', false)`);
  await restored.query('commit');
}

/**
 * Ids assigned since the backup are not assigned again: otherwise an offline phone would send its records to another
 * item, or as another user.
 */
export async function carryNumbers(present: Client, restored: Client): Promise<void> {
  const tables = (await listTables(restored, () => false)).map(({ name }) => name);
  const own = new Map(
    (await listSequences(restored, tables)).map((sequence) => [sequence.name, BigInt(sequence.last)]),
  );
  const given = await listSequences(present, tables);
  await setSequences(
    restored,
    given.filter(({ name, last }) => BigInt(last) > (own.get(name) ?? BigInt(last))),
  );
}
