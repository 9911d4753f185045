import { connect } from '@ostatok/kit/node/db.ts';
import { databaseUrl } from '../database/postgres.ts';
import { type CallOptions, callVenue, type Reply, type TestVenue } from '../platform/platform.ts';
import { fillEmptyTables } from './any-row.ts';
import { platform } from './backups-platform.ts';

/** The tables without those that change when a tenant is restored: phones are notified as long as they are signed in. */
export function withoutSignIns({
  sessions,
  push_subscriptions,
  sign_in_codes,
  security_events,
  ...tables
}: Record<string, string[]>) {
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

/** Inserts a row into each of the tenant's tables; those written here are hard to carry over or done with. */
export async function fillEveryTable(database: string): Promise<void> {
  const db = connect(databaseUrl(database), { max: 1 });
  await db.raw(`
    insert into users (username, role, telegram_id) values ('анна', 'user', 77);
    insert into items (name, search_name, unit, quantity, ean, codes, key)
      values (E'Ром\\t«Тень»\\n\\\\ 0,7', 'ром', 'л', 1234567.891, '4600000000015', '[{"ean":"1","pack":6}]', gen_random_uuid());
    insert into changes (id, item_id, user_id, delta, before, after, method, given, source, note, at)
      select gen_random_uuid(), 1, 1, 0.001 * n, 0, 1, 'delta', 1, 'bot', 'за\\N' || n, now() from generate_series(1, 500) n;
    insert into newcomers (telegram_id, name) values (9007199254740993, 'Гость');
    insert into bot_chats (chat_id) values (-100200);
    insert into settings (name, value) values ('отчёты', '{"часы":[9,23]}');
    insert into imports (id, kind, file, status, user_id, created_at, committed_at)
      values (gen_random_uuid(), 'items', 'лист.xlsx', 'committed', 1, now(), now());
    insert into import_rows (import_id, row, item_id, action, name, search_name, before)
      select id, 1, 1, 'update', 'Ром', 'ром', '{"quantity":"0.1"}' from imports;
    insert into imports (id, kind, file, status, user_id, created_at)
      values (gen_random_uuid(), 'items', 'прайс.xlsx', 'previewed', 1, now());
    insert into import_similar (import_id, row, item_id, action, name, search_name, called, confidence, reasons)
      select id, 1, 1, 'update', 'Ром', 'ром', 'Ром белый', 0.9, '[{"of":"brand","agrees":true}]'
        from imports where status = 'previewed';
    insert into counts (key, title, scope, opened_at, opened_seq) values (gen_random_uuid(), 'Ревизия', 'all', now(), 1);
    insert into notices (kind, data, created_at, done_at) values ('opened', '{"countId":1}', now(), now());
    insert into chats (user_id, version) values (1, 1);
    insert into chat_messages (user_id, version, from_bot, body, written_at)
      values (1, 1, false, '{"text":"Ром +1"}', now());
    insert into chat_updates (user_id, key, kind, message_id, text, created_at, handled_at)
      values (1, gen_random_uuid(), 'message', 1, 'Ром +1', now(), now());
    insert into alias_proposals (id, payload, sent_at) values (gen_random_uuid(), '{"ean":"1"}', now());
    insert into support_sessions (id, hash, administrator, reason, created_at, link_expires_at, ended_at)
      values (gen_random_uuid(), 'h', 'Анна', 'Просили', now(), now(), now());
  `);
  await fillEmptyTables(db);
  await db.destroy();
}
