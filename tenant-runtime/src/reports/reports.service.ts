import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Discrepancies, DiscrepanciesQuery } from '../../contract/reports.ts';
import { countUnknown, selectDiscrepancies } from './reports.queries.ts';
import { lossOf, moneyTotals, unitTotals } from './totals.ts';

export function createReports({ db }: { db: Knex }) {
  return {
    async discrepancies(query: DiscrepanciesQuery): Promise<Discrepancies> {
      const [selected, unknown] = await Promise.all([selectDiscrepancies(db, query), countUnknown(db, query)]);
      const compared = selected.map((row) => ({ ...row, difference: Number(row.difference) }));
      return {
        rows: compared.map(({ expected, quantity, difference, cost, ...item }) => ({
          item,
          expected: Number(expected),
          quantity: Number(quantity),
          difference,
          cost: cost === null ? null : cost / 100,
          loss: lossOf({ difference, cost }),
        })),
        totals: {
          items: compared.length,
          units: unitTotals(compared),
          money: moneyTotals(compared),
          unknown,
        },
      };
    },
  };
}
export type Reports = ReturnType<typeof createReports>;
