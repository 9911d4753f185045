import type { Knex } from '@ostatok/kit/node/db.ts';
import type { SecurityEntry, SecurityLog } from '../security/security.service.ts';
import type { UserRow } from '../tables.ts';
import { deleteLinkOf } from './telegram-links.queries.ts';
import { updateUserRow } from './users.queries.ts';

/**
 * Unlinks the chat for good: neither an unused link nor a name in Telegram brings it back. `by` names the user who did
 * it. Call it under the lock of `lockUsers`, because the link may be opened at the same moment.
 */
export async function untieChat(
  trx: Knex.Transaction,
  security: Pick<SecurityLog, 'record'>,
  { id, telegram_id }: Pick<UserRow, 'id' | 'telegram_id'>,
  by: Pick<SecurityEntry, 'actorId' | 'ip' | 'device' | 'details'>,
): Promise<void> {
  await deleteLinkOf(trx, id);
  if (telegram_id === null) return;
  await updateUserRow(trx, id, { telegram_id: null, link_only: true });
  await security.record(trx, { ...by, event: 'user.unlinked', userId: id });
}
