import type { Knex } from '@ostatok/kit/node/db.ts';
import { type Messenger, messengerNames, messengers } from '../../contract/messengers.ts';
import { messengerColumns, numberIn } from '../messenger-columns.ts';
import type { SecurityEntry, SecurityLog } from '../security/security.service.ts';
import type { UserRow } from '../tables.ts';
import { deleteLinkOf } from './chat-links.queries.ts';
import { updateUserRow } from './users.queries.ts';

/** The details of an event of a chat that is not in the first messenger. */
export const detailsOf = (channel: Messenger): { details?: string } =>
  channel === 'telegram' ? {} : { details: messengerNames[channel] };

/**
 * Unlinks the user's chats, those of all messengers unless some are given, for good: neither an unused link nor a name
 * in Telegram brings them back. `by` names the user who did it. Call it under the lock of `lockUsers`, because the link
 * may be opened at the same moment.
 */
export async function untieChats(
  trx: Knex.Transaction,
  security: Pick<SecurityLog, 'record'>,
  user: Pick<UserRow, 'id' | 'telegram_id' | 'max_id'>,
  by: Pick<SecurityEntry, 'actorId' | 'ip' | 'device' | 'details'>,
  from: readonly Messenger[] = messengers,
): Promise<void> {
  await deleteLinkOf(trx, user.id);
  for (const channel of from) {
    if (user[messengerColumns[channel]] === null) continue;
    // in MAX nobody is known by a name
    const byLink = channel === 'telegram' ? { link_only: true } : {};
    await updateUserRow(trx, user.id, { ...numberIn(channel, null), ...byLink });
    await security.record(trx, { ...detailsOf(channel), ...by, event: 'user.unlinked', userId: user.id });
  }
}
