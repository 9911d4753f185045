import * as yup from 'yup';

/** GET /admin/email/stats?days=30; letters are remembered for 90 days. */
export const emailStatsSchema = yup.object({
  days: yup
    .number()
    .typeError('Число дней — целое от 1 до 90')
    .integer('Число дней — целое от 1 до 90')
    .min(1, 'Число дней — целое от 1 до 90')
    .max(90, 'Число дней — целое от 1 до 90')
    .default(30),
});
export interface EmailStats {
  totals: { template_type: string; status: string; count: number }[];
  period: { days: number; from: string; to: string };
}
