import * as yup from 'yup';

export const reportGroups = ['strong', 'wine', 'soft', 'all'] as const;
/** The least absolute difference to show; `zero` shows only items without a difference. */
export const deviations = ['0.1', '0.375', '1', 'zero', 'all'] as const;

export const reportGroup = () =>
  yup
    .string()
    .oneOf([...reportGroups], 'Группа — strong, wine, soft или all')
    .default('all');
export const reportDeviation = () =>
  yup
    .string()
    .oneOf([...deviations], 'Отклонение — 0.1, 0.375, 1, zero или all')
    .default('all');
export const discrepanciesSchema = yup.object({ group: reportGroup(), deviation: reportDeviation() });
export type DiscrepanciesQuery = yup.InferType<typeof discrepanciesSchema>;

/** A day by the tenant's clock. */
export const venueDay = (): yup.StringSchema =>
  yup
    .string()
    .strict()
    .typeError('День — вида 2026-01-31')
    .test('day', 'Ожидается день вида 2026-01-31', (value) => {
      if (value === undefined || value === null) return true;
      const time = new Date(value);
      return /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(value);
    });
/** A time on the tenant's clock, as 23:30. */
export const venueTime = (): yup.StringSchema =>
  yup
    .string()
    .strict()
    .typeError('Время — как 23:30')
    .matches(/^([01]\d|2[0-3]):[0-5]\d$/, 'Время — как 23:30');
/** Whole days by the tenant's clock, both included; without them there is no limit. */
export const lossesSchema = yup.object({ from: venueDay(), to: venueDay() });
export type LossesQuery = yup.InferType<typeof lossesSchema>;
