import { integer, listOf, record, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import type { DeliveryLayout } from './delivery-layout.ts';
import { addSupplierSchema, updateSupplierSchema } from './suppliers.ts';

const supplierSchema = yup.object({
  id: integer(),
  name: text(),
  inn: text().nullable(),
  phone: text().nullable(),
  email: text().nullable(),
  telegram: text().nullable(),
  note: text().nullable(),
  /** In which columns their tables have what; null until somebody has said. */
  layout: (record() as yup.MixedSchema<DeliveryLayout>).nullable(),
  /** How many of their articles are known as items. */
  articles: integer(),
});
export type Supplier = yup.InferType<typeof supplierSchema>;

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
  'PUT /api/suppliers/:id': {
    summary: 'Change some of it; what is left out stays',
    access: 'admin',
    body: updateSupplierSchema,
    answer: one,
  },
  'DELETE /api/suppliers/:id': { summary: 'Remove a supplier; their deliveries stay', access: 'admin' },
});
