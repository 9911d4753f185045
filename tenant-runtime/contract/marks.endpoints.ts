import { integer, listOf, oneOf, record, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { shownItemSchema } from './items.endpoints.ts';
import { findMarkSchema, linkMarkSchema } from './marks.ts';

const markItemSchema = yup.object({ mark: text(), itemId: integer() });
export type MarkItem = yup.InferType<typeof markItemSchema>;

export const markEndpoints = defineEndpoints({
  'GET /api/marks': {
    summary:
      'What a phone needs to know marks without a connection: alccodes, single marks, and deliveries that have marks',
    access: 'user',
    answer: yup.object({
      alccodes: listOf(yup.object({ alccode: text(), itemId: integer() })),
      /** What people have said of single marks. */
      marks: listOf(markItemSchema),
      /** The newest posted deliveries with stamps, as many as a phone can hold. */
      deliveries: listOf(integer()),
    }),
  },
  'GET /api/marks/deliveries/:id': {
    summary: 'The stamps that a posted delivery has brought',
    access: 'user',
    answer: yup.object({ marks: listOf(markItemSchema) }),
  },
  'GET /api/marks/find': {
    summary: "Whose bottle a mark is: an item of the venue's own, else what the catalogue knows of its GTIN, else 404",
    access: 'user',
    query: findMarkSchema,
    answer: yup.object({
      mark: yup.object({ kind: oneOf(['gs1', 'stamp68', 'stamp150']), mark: text() }),
      item: shownItemSchema.optional(),
      /** One scan of the mark means this many bottles or pieces of the item. */
      pack: integer().optional(),
      alias: record().optional(),
    }),
  },
  'POST /api/marks': {
    summary: 'Say whose bottle a mark is; its alccode, where it is known, is remembered with it',
    access: 'user',
    body: linkMarkSchema,
    answer: yup.object({ item: shownItemSchema }),
  },
});
