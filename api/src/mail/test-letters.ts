import type { Knex } from '@ostatok/kit/node/db.ts';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { Activity } from '../activity/activity.service.ts';
import { findAddress } from './mail.queries.ts';
import type { Mail } from './mail.service.ts';
import type { Templates } from './templates.service.ts';

interface TestLettersDeps {
  db: Knex;
  mail: Pick<Mail, 'enqueueTest'>;
  templates: Pick<Templates, 'tried'>;
  activity: Activity;
}

/** Sends test letters to the administrator who asks, through the queue of all letters. */
export function createTestLetters({ db, mail, templates, activity }: TestLettersDeps) {
  return {
    /** Returns the address it was sent to. */
    async send(actorId: number, input: { subject: string; html: string; templateType: string }): Promise<string> {
      const letter = await templates.tried(input);
      return db.transaction(async (trx) => {
        const email = await findAddress(trx, actorId);
        if (!email) throw new Unauthorized();
        await mail.enqueueTest(trx, email, letter);
        const description = `Отправлено тестовое письмо «${letter.subject}»`;
        await activity.record(trx, { actorId, action: 'email.test_sent', description });
        return email;
      });
    },
  };
}
export type TestLetters = ReturnType<typeof createTestLetters>;
