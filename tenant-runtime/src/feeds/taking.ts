import { randomUUID } from 'node:crypto';
import type { SalesFileDetails } from '../../contract/sales.endpoints.ts';
import type { WholePeriod } from '../sales/files/sales-file.ts';
import type { Sales } from '../sales/sales.service.ts';
import type { FeedRow } from '../tables.ts';
import type { Period } from './days.ts';
import { FeedFailure } from './feed-failure.ts';

interface TakingDeps {
  sales: Pick<Sales, 'upload' | 'apply'>;
}

interface Report {
  path: string;
  filename: string;
  period: Period | undefined;
  whole?: WholePeriod;
}

const differs = ({ stated, summed }: SalesFileDetails['totals']): boolean =>
  (['quantity', 'paid', 'listed', 'cost'] as const).some(
    (field) => stated[field] !== null && stated[field] !== summed[field],
  );

const UNKNOWN =
  'Столбцы отчёта незнакомы. Загрузите его один раз на странице «Продажи» в этот источник и выберите столбцы';

/** Gives what tills say to the readers of sales, and writes it where it is understood and its totals agree. */
export function createTaking({ sales }: TakingDeps) {
  /** Returns the file, which is a draft where a person has to look at it. Throws FeedFailure, Unreadable. */
  async function take({ id, source_id }: FeedRow, report: Report): Promise<SalesFileDetails> {
    const { file, unknown, no_days } = await sales.upload({
      ...report,
      key: randomUUID(),
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
