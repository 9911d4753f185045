import { miniAppEndpoints } from '../../contract/mini-app.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { originOf } from '../access/session.routes.ts';
import type { MiniApp } from './mini-app.service.ts';

export const miniAppRoutes = (miniApp: MiniApp) =>
  endpointsOf(miniAppEndpoints, {
    'POST /api/auth/mini-app': ({ body, req }) => miniApp.signIn(body, originOf(req)),
  });
