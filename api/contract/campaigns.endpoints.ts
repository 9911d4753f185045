import { flag, integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  audienceSchema,
  campaignFilterSchema,
  campaignSchema,
  campaignSorts,
  campaignStatuses,
  recipientFilterSchema,
  recipientStatuses,
  targetUsers,
} from './campaigns.ts';

const campaignAnswerSchema = yup.object({
  id: text(),
  subject: text(),
  template_id: integer().nullable(),
  template_name: text().nullable(),
  target_users: oneOf(targetUsers),
  filters: yup.object({
    planId: integer().nullable(),
    registeredFrom: time().nullable(),
    registeredTo: time().nullable(),
  }),
  test_mode: flag(),
  status: oneOf(campaignStatuses),
  total: integer(),
  sent: integer(),
  failed: integer(),
  /** The number of addresses that refused the letter for good. */
  bounced: integer(),
  /** Recipients who unsubscribed or were blocked or deleted meanwhile, or whose campaign was canceled. */
  skipped: integer(),
  created_by: text().nullable(),
  created_at: time(),
  finished_at: time().nullable(),
});
export type Campaign = yup.InferType<typeof campaignAnswerSchema>;

const recipientSchema = yup.object({
  id: integer(),
  email: text(),
  status: oneOf(recipientStatuses),
  /** The reason why it was not sent. */
  error: text().nullable(),
  at: time(),
});
export type CampaignRecipient = yup.InferType<typeof recipientSchema>;

/** `failed` includes bounced letters. */
const resultSchema = yup.object({
  sent: integer(),
  failed: integer(),
  total: integer(),
  /** The first five. */
  results: listOf(yup.object({ email: text(), status: oneOf(recipientStatuses) })),
  campaign: campaignAnswerSchema,
});
export type CampaignResult = yup.InferType<typeof resultSchema>;

const one = yup.object({ campaign: campaignAnswerSchema });
/** Answers 409 `campaign_over` when it has ended. */
const change = { access: 'admin', answer: one } as const;

export const campaignEndpoints = defineEndpoints({
  'POST /api/admin/marketing/audience': {
    summary: 'How many would get it',
    access: 'admin',
    body: audienceSchema,
    answer: yup.object({ count: integer() }),
  },
  /**
   * Answers when all is sent or after 20 seconds, whichever is first, and with `Prefer: respond-async` at once (202).
   * With the header `Idempotency-Key` a repeated call returns the existing campaign; without it a second one of the same
   * content and audience is refused while the first is under way (409 `already_running`). 409 `no_recipients`. In test
   * mode one letter goes to the administrator who asks.
   */
  'POST /api/admin/marketing/send-campaign': {
    summary: 'Send a campaign; a test goes to the caller alone',
    access: 'admin',
    body: campaignSchema,
    answer: resultSchema,
  },
  'GET /api/admin/campaigns': {
    summary: 'The campaigns, newest first',
    access: 'admin',
    list: { rows: 'campaigns', sorts: campaignSorts, sort: 'created_at', order: 'desc', filter: campaignFilterSchema },
    answer: yup.object({ campaigns: listOf(campaignAnswerSchema) }),
  },
  'GET /api/admin/campaigns/:id': { summary: 'One campaign', access: 'admin', answer: one },
  'GET /api/admin/campaigns/:id/recipients': {
    summary: 'Who gets it, in the order of sending, and what became of it',
    access: 'admin',
    list: { rows: 'recipients', sorts: ['id'], sort: 'id', filter: recipientFilterSchema },
    answer: yup.object({ recipients: listOf(recipientSchema) }),
  },
  'POST /api/admin/campaigns/:id/pause': { summary: 'Pause it', ...change },
  'POST /api/admin/campaigns/:id/resume': { summary: 'Go on', ...change },
  'POST /api/admin/campaigns/:id/cancel': { summary: 'Stop it for good', ...change },
});
