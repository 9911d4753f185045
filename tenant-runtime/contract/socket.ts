import * as yup from 'yup';
import type { Change } from './changes.ts';
import type { Item } from './items.ts';

/** `unit` of the reading is always grams; `stable` when the scale says so or five equal readings came in a row. */
export interface ScalesReading {
  scaleId: string;
  weightG: number;
  stable: boolean;
}

/** Events of a tenant's socket (`auth: {token}`). */
export interface ServerToClient {
  /** `change` is absent when items changed otherwise (edited, imported, deleted); `all` asks to read the list anew. */
  'items:changed': (event: { items: Item[]; changes?: Change[]; all?: true }) => void;
  'scales:reading': (reading: ScalesReading) => void;
}
export interface ClientToServer {
  'scales:reading': (reading: ScalesReading, ack?: (answer: { ok: boolean; error?: string }) => void) => void;
}

export const scalesReadingSchema = yup.object({
  scaleId: yup.string().strict().typeError('scaleId — текст').required('Нет scaleId').max(64, 'scaleId не длиннее 64'),
  weightG: yup
    .number()
    .strict()
    .typeError('Вес — число граммов')
    .required('Нет веса')
    .min(-100_000, 'Вес от −100 кг')
    .max(500_000, 'Вес до 500 кг'),
  stable: yup.boolean().strict().typeError('stable — да или нет').required('Нет stable'),
});
