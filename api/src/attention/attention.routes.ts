import { attentionEndpoints } from '@ostatok/api/contract/attention.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { ReadAttention } from './attention.service.ts';

export const attentionRoutes = (readAttention: ReadAttention) =>
  endpointsOf(attentionEndpoints, { 'GET /api/admin/attention': () => readAttention() });
