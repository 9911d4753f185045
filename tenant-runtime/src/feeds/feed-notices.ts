import type { Knex } from '@ostatok/kit/node/db.ts';
import type { DeliveryDetails } from '../../contract/deliveries.endpoints.ts';
import type { FeedKind } from '../../contract/feeds.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { FeedRow } from '../tables.ts';
import { dayText } from './days.ts';
import { missingDay, troubleOf } from './feed-state.ts';
import { lockFeed, updateFeed } from './feeds.queries.ts';

interface FeedNoticesDeps {
  db: Knex;
  clock: () => Date;
  timezone: string;
  notices: Pick<Notices, 'queue' | 'send'>;
}

const ADVICE = 'Подробности и кнопка «Проверить сейчас» — на странице «Продажи».';

/** What to look at where nothing has come. */
const ABSENT: Partial<Record<FeedKind, string>> = {
  upload: 'Проверьте, отправляет ли касса отчёт, или загрузите его сами.',
  mail: 'Писем с отчётом не было: проверьте, отправляет ли их касса, и в ту ли папку они приходят.',
};

const daysText = ({ last_day }: FeedRow): string =>
  last_day === null ? 'Продаж ещё не было.' : `Есть продажи по ${dayText(last_day)}.`;

/** Says what happened to a feed and what to do. */
function troubleText(feed: FeedRow, missing: string | null): string {
  if (feed.refused || feed.error !== null) {
    const stopped = feed.refused ? ' Больше не пробуем: исправьте подключение.' : '';
    return (
      `Продажи «${feed.name}» не пришли. ${feed.error ?? ''}.`.replace(/\.\.$/, '.') +
      `${stopped} ${daysText(feed)} ${ADVICE}`
    );
  }
  const day = missing === null ? '' : ` за ${dayText(missing)}`;
  const what = ABSENT[feed.kind] ?? 'Проверьте, работает ли касса.';
  return `Продажи «${feed.name}»${day} не пришли вовремя. ${what} ${daysText(feed)} ${ADVICE}`;
}

const wellText = (feed: FeedRow): string => `Продажи «${feed.name}» снова приходят. ${daysText(feed)}`;

/** Tells administrators once when a feed is in trouble, and once when it is well again. */
export function createFeedNotices({ db, clock, timezone, notices }: FeedNoticesDeps) {
  return {
    /** Tells administrators, once the transaction is over and `send` is called, that a delivery waits for them. */
    async queueDelivery(trx: Knex.Transaction, feed: FeedRow, delivery: DeliveryDetails): Promise<void> {
      const { number, supplier, said_supplier } = delivery;
      const from = supplier?.name ?? said_supplier;
      const what = [number && `№ ${number}`, from && `от ${from}`].filter(Boolean).join(' ');
      const text = `Из почты «${feed.name}» пришла поставка${what && ` ${what}`}. Черновик ждёт на странице «Поставки».`;
      await notices.queue(trx, { kind: 'feed', data: { text }, userId: null, createdAt: clock() });
    },

    send: (): void => notices.send(),

    async notify(id: number): Promise<void> {
      const now = clock();
      await db.transaction(async (trx) => {
        const feed = await lockFeed(trx, id);
        if (!feed) return;
        const trouble = troubleOf(feed, now, timezone);
        if ((trouble === null) === (feed.notified === null)) return;
        await updateFeed(trx, id, { notified: trouble });
        // nobody is notified of what they have switched off
        if (!feed.enabled) return;
        const text = trouble ? troubleText(feed, missingDay(feed, now, timezone)) : wellText(feed);
        await notices.queue(trx, { kind: 'feed', data: { text }, userId: null, createdAt: now });
      });
      notices.send();
    },
  };
}
export type FeedNotices = ReturnType<typeof createFeedNotices>;
