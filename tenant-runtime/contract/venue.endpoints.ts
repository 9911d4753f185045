import { text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';

/** The tenant's name and the time zone of the times that it shows. */
const venueSchema = yup.object({ name: text(), timezone: text() });
export type Venue = yup.InferType<typeof venueSchema>;

export const venueNameEndpoints = defineEndpoints({
  'GET /api/venue': {
    summary: 'The name and time zone, which the sign-in page shows',
    access: 'anyone',
    answer: yup.object({ venue: venueSchema }),
  },
});
