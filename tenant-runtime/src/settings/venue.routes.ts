import { type Venue, venueNameEndpoints } from '../../contract/venue.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';

export const venueRoutes = (venue: Venue) => endpointsOf(venueNameEndpoints, { 'GET /api/venue': () => ({ venue }) });
