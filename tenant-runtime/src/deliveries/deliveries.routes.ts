import { rm } from 'node:fs/promises';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { deliveryEndpoints, deliveryUploadEndpoints } from '../../contract/deliveries.endpoints.ts';
import { deliveryUploadSchema } from '../../contract/deliveries.ts';
import { type DeliveryLayout, deliveryLayoutSchema } from '../../contract/delivery-layout.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { receivedFile, receiveFile } from '../access/receive-file.routes.ts';
import { rowId } from '../path-params.ts';
import type { Deliveries } from './deliveries.service.ts';

const deliveryId = (value: unknown): number => rowId(value, 'Такой поставки нет');

function layoutOf(text: string | undefined): DeliveryLayout | undefined {
  if (text === undefined) return undefined;
  try {
    return parse(deliveryLayoutSchema, JSON.parse(text));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InvalidInput('Столбцы указаны неверно', { layout: 'Ожидается JSON' });
  }
}

export const deliveryUploadRoutes = (deliveries: Pick<Deliveries, 'upload'>) =>
  endpointsOf(
    deliveryUploadEndpoints,
    {
      'POST /api/deliveries/upload'({ req, caller }) {
        const { path, originalname } = receivedFile(req);
        // The fields are checked here and not before, so that the file of a refused upload is deleted as well.
        const upload = async () => {
          const { key, supplier_id, layout } = parse(deliveryUploadSchema, req.body);
          const file = { path, filename: originalname, actor: caller };
          return deliveries.upload({ ...file, key, supplierId: supplier_id, layout: layoutOf(layout) });
        };
        return upload().finally(() => rm(path, { force: true }));
      },
    },
    [receiveFile],
  );

export const deliveriesRoutes = (deliveries: Deliveries) =>
  endpointsOf(deliveryEndpoints, {
    'GET /api/deliveries': ({ filter, page }) => deliveries.list(filter, page),
    'POST /api/deliveries': async ({ body, caller }) => ({ delivery: await deliveries.add(body, caller) }),
    'GET /api/deliveries/:id': async ({ params }) => ({ delivery: await deliveries.details(deliveryId(params.id)) }),
    'PUT /api/deliveries/:id': async ({ params, body }) => ({
      delivery: await deliveries.update(deliveryId(params.id), body),
    }),
    'PUT /api/deliveries/:id/lines': async ({ params, body }) => ({
      delivery: await deliveries.decide(deliveryId(params.id), body),
    }),
    'POST /api/deliveries/:id/post': async ({ params, body, caller }) => ({
      delivery: await deliveries.post(deliveryId(params.id), body, caller),
    }),
    'POST /api/deliveries/:id/reverse': async ({ params, caller }) => ({
      delivery: await deliveries.reverse(deliveryId(params.id), caller),
    }),
    async 'DELETE /api/deliveries/:id'({ params }) {
      await deliveries.remove(deliveryId(params.id));
      return {};
    },
  });
