/** The answer of `GET /api/venue`, for every visitor: the tenant's name and the time zone of the times it shows. */
export interface Venue {
  name: string;
  timezone: string;
}
