import * as yup from 'yup';

export const reportGroups = ['strong', 'wine', 'soft', 'all'] as const;
/** Least absolute difference; `zero` shows only what agrees exactly. */
export const deviations = ['0.1', '0.375', '1', 'zero', 'all'] as const;

export const discrepanciesSchema = yup.object({
  group: yup
    .string()
    .oneOf([...reportGroups], 'Группа — strong, wine, soft или all')
    .default('all'),
  deviation: yup
    .string()
    .oneOf([...deviations], 'Отклонение — 0.1, 0.375, 1, zero или all')
    .default('all'),
});
export type DiscrepanciesQuery = yup.InferType<typeof discrepanciesSchema>;

/** Items whose expected quantity is not known are not in the rows; `totals.unknown` counts them. */
export interface Discrepancies {
  rows: {
    item: { id: number; name: string; category: string; group: string; unit: string };
    expected: number;
    quantity: number;
    /** quantity − expected */
    difference: number;
  }[];
  totals: { items: number; shortage: number; surplus: number; unknown: number };
}
