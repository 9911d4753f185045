import { flag, integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { addFeedSchema, feedKinds, feedStates, updateFeedSchema } from './feeds.ts';
import { venueDay } from './reports.ts';

const feedSchema = yup.object({
  id: integer(),
  kind: oneOf(feedKinds),
  name: text(),
  source: yup.object({ id: integer(), name: text() }).nullable(),
  address: text().nullable(),
  login: text().nullable(),
  store: text().nullable(),
  folder: text().nullable(),
  /** The address, or a part of one, whose letters are read. */
  sender: text().nullable(),
  hour: integer(),
  enabled: flag(),
  state: oneOf(feedStates),
  /** Whether the till has refused the login or the token. */
  refused: flag(),
  /** Whether it is being fetched. */
  busy: flag(),
  /** The last day whose sales came. */
  last_day: text().nullable(),
  /** The last finished day, while it is late. */
  missing_day: text().nullable(),
  /** Why the last try failed, in words. */
  error: text().nullable(),
  tried_at: time().nullable(),
  /** The certificate that is trusted, and the one that waits to be. */
  fingerprint: text().nullable(),
  seen_fingerprint: text().nullable(),
});
export type Feed = yup.InferType<typeof feedSchema>;

const feed = yup.object({ feed: feedSchema });
const feedWithPath = yup.object({
  feed: feedSchema,
  /** The path with the secret to which reports are sent: it is shown this once. */
  upload_path: text().nullable(),
});

export const feedEndpoints = defineEndpoints({
  'GET /api/feeds': {
    summary: 'Feeds of sales with their states',
    access: 'admin',
    answer: yup.object({ feeds: listOf(feedSchema) }),
  },
  'POST /api/feeds': {
    summary: 'Add a feed of sales',
    access: 'own-admin',
    body: addFeedSchema,
    answer: feedWithPath,
    status: 201,
  },
  'PUT /api/feeds/:id': {
    summary: 'Change a feed of sales; what is left out stays',
    access: 'own-admin',
    body: updateFeedSchema,
    answer: feed,
  },
  'DELETE /api/feeds/:id': { summary: 'Delete a feed; what it has brought stays', access: 'own-admin' },
  'POST /api/feeds/:id/check': {
    summary: 'Fetch what is missing now; a feed that takes long is still busy when this is answered',
    access: 'admin',
    answer: feed,
  },
  'POST /api/feeds/:id/secret': {
    summary: 'Give an address for reports a new secret; the old one ends',
    access: 'own-admin',
    answer: feedWithPath,
  },
});

export const feedUploadEndpoints = defineEndpoints({
  'POST /api/feeds/upload/:secret': {
    summary: 'Send a report of sales as the body or as `file` of a form, without signing in',
    access: 'anyone',
    /** The day of a report that has none. */
    query: yup.object({ day: venueDay() }),
    answer: yup.object({
      /** False where the report waits for a person as a draft. */
      applied: flag(),
      message: text(),
      from: text(),
      to: text(),
    }),
  },
});
