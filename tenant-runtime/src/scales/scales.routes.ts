import { scaleEndpoints } from '../../contract/scales.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Scales } from './scales.service.ts';

export const scalesRoutes = (scales: Scales) => endpointsOf(scaleEndpoints, { 'GET /api/scales': scales.current });
