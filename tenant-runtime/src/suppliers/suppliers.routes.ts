import { supplierEndpoints } from '../../contract/suppliers.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { rowId } from '../path-params.ts';
import type { Suppliers } from './suppliers.service.ts';

const supplierId = (value: unknown): number => rowId(value, 'Такого поставщика нет');

export const suppliersRoutes = (suppliers: Suppliers) =>
  endpointsOf(supplierEndpoints, {
    'GET /api/suppliers': async () => ({ suppliers: await suppliers.list() }),
    'POST /api/suppliers': async ({ body }) => ({ supplier: await suppliers.add(body) }),
    'GET /api/suppliers/:id': ({ params }) => suppliers.details(supplierId(params.id)),
    async 'PUT /api/items/:id/supplier'({ params, body, caller }) {
      await suppliers.supplyItem(rowId(params.id, 'Такой позиции нет'), body, caller.id);
      return {};
    },
    'PUT /api/suppliers/:id': async ({ params, body }) => ({
      supplier: await suppliers.update(supplierId(params.id), body),
    }),
    async 'DELETE /api/suppliers/:id'({ params }) {
      await suppliers.remove(supplierId(params.id));
      return {};
    },
  });
