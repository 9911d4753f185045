/** `GET /api/venue`, open to everyone: whose panel this is, and by which clock its times are shown. */
export interface Venue {
  name: string;
  timezone: string;
}
