import { activityEndpoints } from '@ostatok/api/contract/overview.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Activity } from './activity.service.ts';

export const activityRoutes = (activity: Activity) =>
  endpointsOf(activityEndpoints, { 'GET /api/admin/activity': ({ filter, page }) => activity.list(filter, page) });
