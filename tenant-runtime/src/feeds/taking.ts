import { randomUUID } from 'node:crypto';
import { Unreadable } from '@ostatok/kit/node/errors.ts';
import type { DeliveryDetails } from '../../contract/deliveries.endpoints.ts';
import type { SalesFileDetails } from '../../contract/sales.endpoints.ts';
import type { Deliveries } from '../deliveries/deliveries.service.ts';
import type { WholePeriod } from '../sales/files/sales-file.ts';
import { type Sales, sameSalesText } from '../sales/sales.service.ts';
import type { FeedRow } from '../tables.ts';
import type { Period } from './days.ts';
import { FeedFailure } from './feed-failure.ts';

interface TakingDeps {
  sales: Pick<Sales, 'upload' | 'apply' | 'dropDrafts'>;
  deliveries: Pick<Deliveries, 'upload'>;
}

/** What a file of a letter became. */
export interface Taken {
  /** The last day of sales that were written; null where they were not, or there are none. */
  lastDay: string | null;
  /** Why its sales wait for a person. */
  doubt: string | null;
  /** The draft of a delivery. */
  delivery: DeliveryDetails | null;
}

interface Report {
  path: string;
  filename: string;
  period: Period | undefined;
  whole?: WholePeriod | undefined;
  /** Of a file that may come again: it is taken once. */
  key?: string;
}

const differs = ({ stated, summed }: SalesFileDetails['totals']): boolean =>
  (['quantity', 'paid', 'listed', 'cost'] as const).some(
    (field) => stated[field] !== null && stated[field] !== summed[field],
  );

const WAITS = 'Отчёт ждёт на странице «Продажи»';
const DIFFERS = `Итог отчёта не сходится с его строками. ${WAITS}: проверьте и запишите его сами`;
const UNSURE = `Касс такого вида несколько, а чей это отчёт, он не говорит. ${WAITS}: выберите кассу и запишите его`;
const OTHER_TILL =
  'За эти дни уже записаны другие продажи, не похожие на эти: возможно, это отчёт другой кассы. ' +
  `${WAITS}: выберите кассу и запишите его. Второй кассе лучше завести своё подключение`;

/** What is said of the draft of a fetched feed. */
const sameFetched = (same: NonNullable<SalesFileDetails['same']>): string =>
  `${sameSalesText(same)}. Если это та же касса, выберите её в подключении: «Изменить», «Чьи это продажи». ` +
  'Если другая, откройте отчёт в списке файлов и запишите его отдельно';

/** Says why a report that was sent waits as a draft; null where nothing speaks against writing it. */
function doubtOf({ totals, source_unsure, replaced, same }: SalesFileDetails): string | null {
  if (differs(totals)) return DIFFERS;
  if (source_unsure) return UNSURE;
  if (same) return `${sameSalesText(same)}. ${WAITS}: выберите кассу и запишите его`;
  return replaced.days > 0 && !replaced.alike ? OTHER_TILL : null;
}

const UNKNOWN =
  'Столбцы отчёта незнакомы. Загрузите его один раз на странице «Продажи» в этот источник и выберите столбцы';

/** A feed that begins leaves days without a sale as they were: its till may not have been there yet. */
function wholeOf({ store, last_day }: FeedRow): WholePeriod | undefined {
  if (last_day === null) return store === null ? 'its-days-in-all-stores' : undefined;
  return store === null ? 'in-all-stores' : 'in-its-stores';
}

/** Gives what tills say to the readers of sales, and writes it where it is understood and its totals agree. */
export function createTaking({ sales, deliveries }: TakingDeps) {
  /** Reads a report into a draft. Throws FeedFailure, Unreadable. */
  async function read({ id, source_id }: FeedRow, report: Report): Promise<SalesFileDetails> {
    const { file, unknown, no_days } = await sales.upload({
      ...report,
      key: report.key ?? randomUUID(),
      sourceId: source_id ?? undefined,
      layout: undefined,
      feedId: id,
      actor: null,
    });
    if (unknown) throw new FeedFailure(UNKNOWN);
    if (!file) throw new FeedFailure(no_days ?? UNKNOWN);
    return file;
  }

  /** Writes a report, or leaves it as a draft and says why. Throws FeedFailure, Unreadable. */
  async function take(feed: FeedRow, report: Report): Promise<{ file: SalesFileDetails; doubt: string | null }> {
    const file = await read(feed, report);
    // what came before and was written since is not looked at again
    const doubt = file.status === 'draft' ? doubtOf(file) : null;
    return { file: doubt === null ? await sales.apply(file.id, null) : file, doubt };
  }

  return {
    take,

    /** Makes a draft of a delivery, or writes sales as of a report. Throws FeedFailure, Unreadable. */
    async takeAny(feed: FeedRow, file: { path: string; filename: string; key: string }): Promise<Taken> {
      const nobody = { supplierId: undefined, layout: undefined, actor: null };
      const { delivery } = await deliveries.upload({ ...file, ...nobody }).catch((error) => {
        if (error instanceof Unreadable && error.code === 'not_delivery') return { delivery: null };
        throw error;
      });
      if (delivery) return { lastDay: null, doubt: null, delivery };
      const { file: report, doubt } = await take(feed, { ...file, period: undefined });
      return { lastDay: doubt === null ? report.to : null, doubt, delivery: null };
    },

    /** Writes all sales of a period in place of those that the feed has brought before. Throws FeedFailure, Unreadable. */
    async takeFetched(feed: FeedRow, path: string, period: Period): Promise<void> {
      await sales.dropDrafts(feed.id, period);
      const file = await read(feed, { path, filename: feed.name, period, whole: wholeOf(feed) });
      if (file.same) throw new FeedFailure(sameFetched(file.same));
      if (!differs(file.totals)) await sales.apply(file.id, null);
    },
  };
}
export type Taking = ReturnType<typeof createTaking>;
