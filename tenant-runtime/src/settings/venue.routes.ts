import { type Venue, venueNameEndpoints } from '../../contract/venue.endpoints.ts';
import { endpointsOf } from '../users/endpoint.routes.ts';

export const venueRoutes = (venue: Venue) => endpointsOf(venueNameEndpoints, { 'GET /api/venue': () => ({ venue }) });
