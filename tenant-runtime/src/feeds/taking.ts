import { randomUUID } from 'node:crypto';
import { Unreadable } from '@ostatok/kit/node/errors.ts';
import type { DeliveryDetails } from '../../contract/deliveries.endpoints.ts';
import type { SalesFileDetails } from '../../contract/sales.endpoints.ts';
import type { Deliveries } from '../deliveries/deliveries.service.ts';
import type { WholePeriod } from '../sales/files/sales-file.ts';
import type { Sales } from '../sales/sales.service.ts';
import type { FeedRow } from '../tables.ts';
import type { Period } from './days.ts';
import { FeedFailure } from './feed-failure.ts';

interface TakingDeps {
  sales: Pick<Sales, 'upload' | 'apply'>;
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
  whole?: WholePeriod;
  /** Of a file that may come again: it is taken once. */
  key?: string;
}

const differs = ({ stated, summed }: SalesFileDetails['totals']): boolean =>
  (['quantity', 'paid', 'listed', 'cost'] as const).some(
    (field) => stated[field] !== null && stated[field] !== summed[field],
  );

/** What is said of a report that waits as a draft. */
export const DIFFERS =
  'Итог отчёта не сходится с его строками. Отчёт ждёт на странице «Продажи»: проверьте и запишите его сами';
const UNKNOWN =
  'Столбцы отчёта незнакомы. Загрузите его один раз на странице «Продажи» в этот источник и выберите столбцы';

/** Gives what tills say to the readers of sales, and writes it where it is understood and its totals agree. */
export function createTaking({ sales, deliveries }: TakingDeps) {
  /** Returns the file, which is a draft where a person has to look at it. Throws FeedFailure, Unreadable. */
  async function take({ id, source_id }: FeedRow, report: Report): Promise<SalesFileDetails> {
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
    return differs(file.totals) ? file : sales.apply(file.id, null);
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
      const { status, to } = await take(feed, { ...file, period: undefined });
      const isWritten = status === 'applied';
      return { lastDay: isWritten ? to : null, doubt: isWritten ? null : DIFFERS, delivery: null };
    },

    /** Writes all sales of a period. Throws FeedFailure, Unreadable. */
    async takeFetched(feed: FeedRow, path: string, period: Period): Promise<void> {
      await take(feed, {
        path,
        filename: feed.name,
        period,
        whole: feed.store === null ? 'in-all-stores' : 'in-its-stores',
      });
    },
  };
}
export type Taking = ReturnType<typeof createTaking>;
