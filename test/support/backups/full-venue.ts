import { connect } from '@ostatok/kit/node/db.ts';
import { databaseUrl } from '../database/postgres.ts';
import { type CallOptions, callVenue, type Reply, type TestVenue } from '../platform/platform.ts';
import { platform } from './backups-platform.ts';

/** The tables without those that change when a tenant is restored. */
export function withoutSignIns({ sessions, sign_in_codes, security_events, ...tables }: Record<string, string[]>) {
  const users = tables.users?.map((row) => row.replace(/"token_version": \d+/, ''));
  return { ...tables, users };
}

/** Signs in anew, since a restore ends every session. */
export async function signedInAnew(
  venue: TestVenue,
): Promise<(method: string, path: string, body?: unknown) => Promise<Reply>> {
  const reach = (method: string, path: string, options: CallOptions) =>
    callVenue(platform, venue.subdomain, method, path, options);
  const { token } = (await reach('POST', '/api/auth/login', { body: venue.credentials })).body;
  return (method, path, body) => reach(method, path, { token, body });
}

/** Inserts a row into each of the tenant's tables, whatever columns it requires. */
export async function fillEveryTable(database: string): Promise<void> {
  const db = connect(databaseUrl(database), { max: 1 });
  await db.raw(`
    insert into users (username, role, telegram_id) values ('анна', 'user', 77);
    insert into items (name, search_name, unit, quantity, ean, codes, key)
      values (E'Ром\\t«Тень»\\n\\\\ 0,7', 'ром', 'л', 1234567.891, '4600000000015', '[{"ean":"1","pack":6}]', gen_random_uuid());
    insert into changes (id, item_id, user_id, delta, before, after, method, given, source, note, at)
      select gen_random_uuid(), 1, 1, 0.001 * n, 0, 1, 'delta', 1, 'bot', 'за\\N' || n, now() from generate_series(1, 500) n;
    insert into bot_questions (change_id, user_id, name, amounts, options) values (gen_random_uuid(), 1, 'ром', '[1]', '[]');
    insert into bot_undos (update_id, change_id) select 5, id from changes limit 1;
    insert into newcomers (telegram_id, name) values (9007199254740993, 'Гость');
    insert into bot_chats (chat_id) values (-100200);
    insert into imports (id, kind, file, status, user_id, created_at, committed_at)
      values (gen_random_uuid(), 'items', 'лист.xlsx', 'committed', 1, now(), now());
    insert into import_rows (import_id, row, item_id, action, name, search_name, before)
      select id, 1, 1, 'update', 'Ром', 'ром', '{"quantity":"0.1"}' from imports;
    insert into counts (key, title, scope, opened_at, opened_seq) values (gen_random_uuid(), 'Ревизия', 'all', now(), 1);
    insert into count_areas (count_id, name) values (1, 'Бар');
    insert into count_lines (count_id, item_id, held, name, category, "group", unit) values (1, 1, true, 'Ром', '', 'strong', 'л');
    insert into count_entries (id, count_id, item_id, round, area_id, user_id, quantity, entry, source, at)
      values (gen_random_uuid(), 1, 1, 1, 1, 1, 0.333, 'weighed', 'scales', now());
    insert into count_events (count_id, kind, at) values (1, 'opened', now());
    insert into count_notices (count_id, kind, created_at, done_at) values (1, 'opened', now(), now());
    insert into settings (name, value) values ('отчёты', '{"часы":[9,23]}');
    insert into sign_in_codes (hash, kind, user_id, token_version, expires_at) values ('h', 'scanner', 1, 1, now());
    insert into bridges (name, token_hash, paired_by, paired_at) values ('Весы', 'x', 1, now());
    insert into alias_proposals (id, payload, sent_at) values (gen_random_uuid(), '{"ean":"1"}', now());
    insert into bot_messages (update_id, chat_id, message_id, change_ids, created_at) values (1, 2, 3, '[]', now());
    insert into bot_replies (chat_id, message_id, ean, created_at) values (1, 2, '3', now());
    insert into bot_counters (user_id, count_id, joined_at) values (1, 1, now());
    insert into attached_codes (id, ean, pack, item_id, user_id, at) values (gen_random_uuid(), '4601234567893', 1, 1, 1, now());
    insert into bot_files (file_id, name, created_at) values ('f', 'n', now());
    insert into support_sessions (id, hash, administrator, reason, created_at, link_expires_at, ended_at)
      values (gen_random_uuid(), 'h', 'Анна', 'Просили', now(), now(), now());
    insert into import_layouts (kind, signature, columns) values ('items', 's', '{"A":"name"}');
  `);
  await db.destroy();
}
