import { flag, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { connectMaxSchema, maxBotSchema } from './max.ts';

const venueMaxSchema = yup.object({
  /** Null where the venue takes no messages of MAX. */
  bot: maxBotSchema.nullable(),
  /** Whether this installation has a bot that venues share. */
  sharedAvailable: flag(),
});
export type VenueMax = yup.InferType<typeof venueMaxSchema>;

const state = yup.object({ max: venueMaxSchema });
const connect = {
  summary: 'Give it a bot in MAX: one of its own by its token, or the shared one; MAX is asked first',
  body: connectMaxSchema,
  answer: state,
} as const;

export const maxEndpoints = defineEndpoints({
  'GET /api/provision/tenant/:id/max': { summary: 'Its bot in MAX', access: 'user', answer: state },
  'PUT /api/provision/tenant/:id/max': { ...connect, access: 'user' },
  'DELETE /api/provision/tenant/:id/max': {
    summary: 'Take no messages of MAX any more',
    access: 'user',
    answer: state,
  },
  'POST /api/provision/tenant/:id/max-link': {
    summary: "Make a link that opens the bot in MAX and makes the chat the administrator's: once, within a day",
    access: 'user',
    answer: yup.object({ link: text() }),
  },
  'GET /api/admin/tenants/:id/max': { summary: 'Its bot in MAX', access: 'admin', answer: state },
  'PUT /api/admin/tenants/:id/max': { ...connect, access: 'admin' },
  'DELETE /api/admin/tenants/:id/max': { summary: 'Take no messages of MAX any more', access: 'admin', answer: state },
});
