import { integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { attachCodeSchema, attachedFilterSchema } from './attached-codes.ts';
import { shownItemSchema } from './items.endpoints.ts';
import { units } from './items.ts';

const personSchema = yup.object({ id: integer(), name: text() });

const attachedCodeSchema = yup.object({
  id: text(),
  ean: text(),
  pack: integer(),
  item: yup.object({ id: integer(), name: text(), unit: oneOf(units) }),
  user: personSchema,
  at: time(),
  state: oneOf(['waiting', 'confirmed', 'removed']),
  /** The user who confirmed or removed it; null while it waits. */
  decidedBy: personSchema.nullable(),
});
export type AttachedCode = yup.InferType<typeof attachedCodeSchema>;

/** The item is absent if it has been deleted. */
const perhapsItem = { answer: yup.object({ item: shownItemSchema.optional() }) } as const;

export const attachedCodeEndpoints = defineEndpoints({
  'POST /api/items/:id/codes': {
    summary: 'Attach an unknown barcode, once by its `id`; it waits for confirmation unless an administrator did it',
    access: 'user',
    body: attachCodeSchema,
    answer: yup.object({ item: shownItemSchema }),
  },
  'GET /api/attached-codes': {
    summary: 'Barcodes that users attached, the newest first',
    access: 'admin',
    list: { rows: 'codes', sorts: ['at'], sort: 'at', order: 'desc', filter: attachedFilterSchema },
    answer: yup.object({ codes: listOf(attachedCodeSchema) }),
  },
  'POST /api/attached-codes/:id/confirm': { summary: 'Confirm one', access: 'admin', ...perhapsItem },
  'DELETE /api/attached-codes/:id': {
    summary: 'Remove one: an administrator any, others their own that is not confirmed',
    access: 'user',
    ...perhapsItem,
  },
});
