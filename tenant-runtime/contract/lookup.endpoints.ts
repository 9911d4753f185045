import { integer, record, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { shownItemSchema } from './items.endpoints.ts';

export const lookupEndpoints = defineEndpoints({
  'GET /api/lookup/:ean': {
    summary: "What a barcode means: an item of the venue's own, else a row of the platform's catalogue, else 404",
    access: 'user',
    answer: yup.object({
      item: shownItemSchema.optional(),
      /** One scan of the barcode means this many bottles or pieces of the item. */
      pack: integer().optional(),
      alias: record().optional(),
    }),
  },
  'GET /api/drinks': {
    summary: 'The latest version of the extract of drinks; its name is the address of its files under /shared/drinks',
    access: 'user',
    answer: yup.object({
      extract: yup.object({ format: integer(), version: text(), rows: integer(), size: integer() }),
    }),
  },
});
