import { listOf, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import { startDataSchema } from '@ostatok/kit/contract/start-data.ts';
import * as yup from 'yup';

const miniAppVenueSchema = yup.object({
  name: text(),
  /** The page of the venue, with a pass that signs the person in there. */
  url: text(),
});
export type MiniAppVenue = yup.InferType<typeof miniAppVenueSchema>;

export const miniAppEndpoints = defineEndpoints({
  'POST /api/public/mini-app': {
    summary:
      'Where the page of the shared bot leads that MAX has opened: the venue of the button, or all of the person',
    access: 'anyone',
    body: startDataSchema,
    answer: yup.object({ venues: listOf(miniAppVenueSchema) }),
  },
});
