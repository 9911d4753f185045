import { createHash } from 'node:crypto';
import type { OrderLetter } from '@ostatok/kit/contract/order-letter.ts';
import { type CreateAttemptStore, createAttempts } from '@ostatok/kit/node/attempts.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { TenantRow } from '../platform/tables.ts';
import { writeOrderLetter } from './order-letter.ts';

/** A bar has a dozen suppliers and orders twice a week; whoever advertises needs thousands. */
const A_DAY = { points: 10, duration: 24 * 3600 };
const TOO_MANY = 'Сегодня отправлено уже 10 писем с заказами. Отправьте заказ в мессенджере или файлом';

interface Deps {
  db: Knex;
  mail: Pick<Mail, 'enqueueOrder'>;
  activity: Pick<Activity, 'record'>;
  attemptStore: CreateAttemptStore;
}

/** Letters with orders, from a tenant to its suppliers. */
export function createOrderLetters({ db, mail, activity, attemptStore }: Deps) {
  const attempts = createAttempts({ orderLetters: A_DAY }, attemptStore);
  return {
    /** Queues a letter, once for an order and an address. Throws TooMany. */
    async send(tenant: Pick<TenantRow, 'id' | 'display_name'>, order: OrderLetter): Promise<void> {
      await attempts.count({ orderLetters: tenant.id }, TOO_MANY);
      const { to, reply_to, key, number } = order;
      const recipient = createHash('sha256').update(to.toLowerCase()).digest('hex').slice(0, 16);
      await db.transaction(async (trx) => {
        const letter = { ...writeOrderLetter(order, tenant.display_name), headers: { 'Reply-To': reply_to } };
        await mail.enqueueOrder(trx, { to, letter, once: `order:${tenant.id}:${key}:${recipient}` });
        await activity.record(trx, {
          actorId: null,
          action: 'tenant.order_letter',
          description: `${tenant.display_name}: заказ № ${number} отправлен поставщику письмом`,
          target: `tenant:${tenant.id}`,
        });
      });
    },
  };
}
export type OrderLetters = ReturnType<typeof createOrderLetters>;
