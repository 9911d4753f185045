import { imageEndpoints } from '@ostatok/api/contract/images.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Images } from './images.service.ts';

export const imagesRoutes = (images: Images) =>
  endpointsOf(imageEndpoints, {
    async 'GET /api/admin/images'({ filter: { id, search, q }, page }) {
      const { rows, total } = await images.list({ ...page, ids: id, search: search ?? q });
      return { images: rows, total };
    },
    async 'DELETE /api/admin/images/:id'({ caller, params }) {
      await images.remove(caller.userId, params.id);
      return { message: 'Образ удалён' };
    },
  });
