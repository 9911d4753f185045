import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Discrepancies, DiscrepanciesQuery } from '../../contract/reports.ts';
import { fromThousandths, toThousandths } from '../items/exact.ts';
import { countUnknown, selectDiscrepancies } from './reports.queries.ts';

const sum = (differences: number[]): number =>
  fromThousandths(differences.reduce((total, difference) => total + toThousandths(difference), 0));

export function createReports({ db }: { db: Knex }) {
  return {
    async discrepancies(query: DiscrepanciesQuery): Promise<Discrepancies> {
      const [compared, unknown] = await Promise.all([selectDiscrepancies(db, query), countUnknown(db, query)]);
      const rows = compared.map(({ expected, quantity, difference, ...item }) => ({
        item,
        expected: Number(expected),
        quantity: Number(quantity),
        difference: Number(difference),
      }));
      const differences = rows.map((row) => row.difference);
      return {
        rows,
        totals: {
          items: rows.length,
          shortage: sum(differences.filter((difference) => difference < 0)),
          surplus: sum(differences.filter((difference) => difference > 0)),
          unknown,
        },
      };
    },
  };
}
export type Reports = ReturnType<typeof createReports>;
