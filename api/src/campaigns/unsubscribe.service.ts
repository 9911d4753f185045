import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Activity } from '../activity/activity.service.ts';
import { findSubscriber, type Subscriber, setUnsubscribed } from './unsubscribe.queries.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

interface UnsubscribeDeps {
  db: Knex;
  links: UnsubscribeLinks;
  activity: Activity;
  now?: () => Date;
}

/** Undefined when the link is not valid. */
export type Wish = 'subscribed' | 'unsubscribed' | undefined;

export function createUnsubscribe({ db, links, activity, now = () => new Date() }: UnsubscribeDeps) {
  async function ownerOf(token: string): Promise<Subscriber | undefined> {
    const id = links.personOf(token);
    const person = id && (await findSubscriber(db, id));
    return person && links.isOf(token, person) ? person : undefined;
  }

  return {
    async look(token: string): Promise<Wish> {
      const person = await ownerOf(token);
      return person && (person.unsubscribed_at ? 'unsubscribed' : 'subscribed');
    },

    /** Idempotent. */
    async wish(token: string, wish: 'subscribed' | 'unsubscribed'): Promise<Wish> {
      const person = await ownerOf(token);
      if (!person) return undefined;
      const { id } = person;
      const off = wish === 'unsubscribed';
      await db.transaction(async (trx) => {
        if (!(await setUnsubscribed(trx, id, off ? now() : null))) return;
        const action = off ? 'user.unsubscribed' : 'user.subscribed';
        const description = off ? 'Пользователь отписался от рассылок' : 'Пользователь снова подписался на рассылки';
        await activity.record(trx, { actorId: id, action, description, target: `user:${id}` });
      });
      return wish;
    },
  };
}
export type Unsubscribe = ReturnType<typeof createUnsubscribe>;
