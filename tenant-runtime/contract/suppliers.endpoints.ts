import { flag, integer, listOf, number, oneOf, record, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import type { DeliveryLayout } from './delivery-layout.ts';
import { units } from './items.ts';
import { addSupplierSchema, itemSupplierSchema, updateSupplierSchema } from './suppliers.ts';

const supplierSchema = yup.object({
  id: integer(),
  name: text(),
  inn: text().nullable(),
  phone: text().nullable(),
  email: text().nullable(),
  telegram: text().nullable(),
  person: text().nullable(),
  delivery_days: text().nullable(),
  note: text().nullable(),
  /** In which columns their tables have what; null until somebody has said. */
  layout: (record() as yup.MixedSchema<DeliveryLayout>).nullable(),
  /** How many of their articles are known as items. */
  articles: integer(),
});
export type Supplier = yup.InferType<typeof supplierSchema>;

const boughtSchema = yup.object({
  item: yup.object({ id: integer(), name: text(), category: text(), unit: oneOf(units) }),
  /** Whether it is ordered from them; another may have brought it since, or a person has said so. */
  ordered_here: flag(),
  /** The day of the delivery that brought it last; null where a person has said so before any came. */
  day: text().nullable(),
  /** Roubles for a unit: the last time, and the time before from whomever. */
  unit_cost: number().nullable(),
  last_unit_cost: number().nullable(),
  /** A sentence, where the two are far apart. */
  price_jump: text().nullable(),
});
export type Bought = yup.InferType<typeof boughtSchema>;

const one = yup.object({ supplier: supplierSchema });

export const supplierEndpoints = defineEndpoints({
  'GET /api/suppliers': {
    summary: 'Suppliers by name',
    access: 'admin',
    answer: yup.object({ suppliers: listOf(supplierSchema) }),
  },
  'POST /api/suppliers': {
    summary: 'Add a supplier',
    access: 'admin',
    body: addSupplierSchema,
    answer: one,
    status: 201,
  },
  'GET /api/suppliers/:id': {
    summary: 'A supplier, and what is bought from them by name, each as it came last',
    access: 'admin',
    answer: yup.object({ supplier: supplierSchema, bought: listOf(boughtSchema) }),
  },
  'PUT /api/items/:id/supplier': {
    summary: 'Say from whom an item is ordered; null: from whoever brings it',
    access: 'admin',
    body: itemSupplierSchema,
  },
  'PUT /api/suppliers/:id': {
    summary: 'Change some of it; what is left out stays',
    access: 'admin',
    body: updateSupplierSchema,
    answer: one,
  },
  'DELETE /api/suppliers/:id': { summary: 'Remove a supplier; their deliveries stay', access: 'admin' },
});
