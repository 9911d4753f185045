import { MAX_ROW_ID } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { venueDay } from './reports.ts';

const count = (label: string) =>
  yup
    .number()
    .typeError(`${label} — номер подсчёта`)
    .integer(`${label} — номер подсчёта`)
    .positive(`${label} — номер подсчёта`)
    .max(MAX_ROW_ID)
    .required(`Укажите ${label}`);

/**
 * Two closed counts, and the days whose sales lie between them; both are included. Without the days they follow from the
 * hours of the counts.
 */
export const usageSchema = yup.object({
  from: count('from'),
  to: count('to'),
  sold_from: venueDay(),
  sold_to: venueDay(),
});
export type UsageQuery = yup.InferType<typeof usageSchema>;

/** What a line of an item's ledger is. `observed` adds nothing: somebody saw so much. */
export const ledgerKinds = [
  'opening',
  'delivered',
  'added',
  'taken',
  'sold',
  'waste',
  'comp',
  'transfer',
  'observed',
  'counted',
] as const;
export type LedgerKind = (typeof ledgerKinds)[number];
