import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Activity } from '../activity/activity.service.ts';
import { markWithdrawn } from './deletion.queries.ts';

const MESSAGE =
  'Согласие отозвано. Писем, без которых можно обойтись, больше не будет. Пока учётная запись есть, данные обрабатываются для работы сервиса по договору: чтобы обработка прекратилась полностью, удалите аккаунт';

export function createConsent({
  db,
  activity,
  now = () => new Date(),
}: {
  db: Knex;
  activity: Activity;
  now?: () => Date;
}) {
  return {
    /** Idempotent: the time of the first withdrawal is kept. */
    async withdraw(userId: number, ip: string | undefined): Promise<string> {
      await db.transaction(async (trx) => {
        if (!(await markWithdrawn(trx, userId, now()))) return;
        const description = 'Пользователь отозвал согласие на обработку персональных данных';
        const action = 'user.consent_withdrawn';
        await activity.record(trx, { actorId: userId, action, description, target: `user:${userId}`, ip });
      });
      return MESSAGE;
    },
  };
}
export type Consent = ReturnType<typeof createConsent>;
