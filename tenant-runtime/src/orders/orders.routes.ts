import { orderEndpoints } from '../../contract/orders.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { rowId } from '../path-params.ts';
import type { Orders } from './orders.service.ts';

const orderId = (value: unknown): number => rowId(value, 'Такого заказа нет');

export const ordersRoutes = (orders: Orders) =>
  endpointsOf(orderEndpoints, {
    'GET /api/orders': ({ filter, page }) => orders.list(filter, page),
    'POST /api/orders': async ({ body, caller }) => ({ order: await orders.add(body, caller.id) }),
    'GET /api/orders/:id': async ({ params }) => ({ order: await orders.details(orderId(params.id)) }),
    'POST /api/orders/:id/close': async ({ params, caller }) => ({
      order: await orders.close(orderId(params.id), caller.id),
    }),
    'POST /api/orders/:id/cancel': async ({ params, caller }) => ({
      order: await orders.cancel(orderId(params.id), caller.id),
    }),
    'POST /api/orders/:id/letter': async ({ params, body }) => ({
      order: await orders.sendLetter(orderId(params.id), body),
    }),
  });
