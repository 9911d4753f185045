import { imageEndpoints } from '@ostatok/api/contract/images.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { outcomeOf } from '../operations/operations.routes.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { Releases } from '../releases/releases.service.ts';
import { type Images, toListed } from './images.service.ts';

export const imagesRoutes = (
  images: Images,
  releases: Pick<Releases, 'use' | 'pin'>,
  operations: Pick<Operations, 'waitFor'>,
) =>
  endpointsOf(imageEndpoints, {
    async 'GET /api/admin/images'({ filter: { id, search, q }, page }) {
      const { rows, total } = await images.list({ ...page, ids: id, search: search ?? q });
      return { images: rows, total };
    },
    async 'POST /api/admin/images/build'({ caller, body, req, res }) {
      const operation = await outcomeOf(req, res, operations, await images.build(caller.userId, body));
      return { message: operation.message ?? 'Сборка началась', operation };
    },
    async 'POST /api/admin/images/:id/use'({ caller, params }) {
      const image = toListed(await releases.use(caller.userId, params.id));
      return { message: `Заведения запускаются из ${image.repository}:${image.tag}`, image };
    },
    async 'POST /api/admin/tenants/:id/pin'({ caller, params, body }) {
      const release = await releases.pin(caller.userId, params.id, body.image);
      const message = release ? `Закреплено за выпуском ${release}` : 'Следует за выпуском всех';
      return { message, release };
    },
    async 'DELETE /api/admin/images/:id'({ caller, params }) {
      await images.remove(caller.userId, params.id);
      return { message: 'Образ удалён' };
    },
  });
