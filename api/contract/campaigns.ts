import * as yup from 'yup';
import { startOfDay } from './days.ts';
import { letterBody, letterSubject } from './email-templates.ts';
import { manyUuids, searched } from './list-filters.ts';

/**
 * The audience of a campaign. All of these choose among customers (not administrators) whose address is verified, who
 * are neither blocked nor deleted, have not unsubscribed or withdrawn their consent, and whose address has not refused
 * our letters for good.
 * - `all`: all of them.
 * - `active_subscribers`: the subscription is `active` on a plan other than `free`, and its period has not ended, as
 * the overview counts active subscriptions.
 * - `paid_users`: a plan other than `free` runs, and the subscription is `active`, `past_due` or `canceled` (it runs to
 * its end).
 * - `free_users`: everybody else: the plan `free`, an `expired` subscription, or one whose period has ended.
 */
export const targetUsers = ['all', 'active_subscribers', 'free_users', 'paid_users'] as const;
export type TargetUsers = (typeof targetUsers)[number];
const target = yup.string().typeError('Выберите получателей').oneOf(targetUsers, 'Выберите получателей').default('all');
/** A moment; a date without time begins by Moscow's clock, `shift` days later. */
const date = (message: string, shift: number) =>
  yup
    .date()
    .transform((value: Date, given: unknown) => startOfDay(given, shift) ?? value)
    .typeError(message)
    .min(new Date('2000-01-01'), message)
    .max(new Date('2200-01-01'), message)
    .nullable()
    .default(null);
const filters = yup
  .object({
    /** Restricts to people with this present plan. */
    planId: yup
      .number()
      .typeError('Тариф задан неверно')
      .integer('Тариф задан неверно')
      .min(1, 'Тариф задан неверно')
      .max(2_147_483_647, 'Тариф задан неверно')
      .nullable()
      .default(null),
    /** Includes this moment. */
    registeredFrom: date('Дата регистрации задана неверно', 0),
    /** Excludes this moment; a date without time includes its whole day (Moscow). */
    registeredTo: date('Дата регистрации задана неверно', 1),
  })
  .typeError('Условия отбора — объект')
  .default({ planId: null, registeredFrom: null, registeredTo: null });

/** POST /admin/marketing/audience → {success, count} */
export const audienceSchema = yup.object({ targetUsers: target, filters });
export type Audience = yup.InferType<typeof audienceSchema>;

/**
 * POST /admin/marketing/send-campaign → CampaignResult. It answers when all is sent or after 20 seconds, whichever is
 * first, and with `Prefer: respond-async` at once (202). With the header `Idempotency-Key` a repeated call returns the
 * existing campaign; without it a second one of the same content and audience is refused while the first is under way
 * (409 `already_running`). 409 `no_recipients`. In test mode one letter goes to the administrator who asks.
 */
export const campaignSchema = yup.object({
  subject: letterSubject,
  html: letterBody('Письмо').default(''),
  templateId: yup
    .number()
    .typeError('Шаблон задан неверно')
    .integer('Шаблон задан неверно')
    .min(1, 'Шаблон задан неверно')
    .max(2_147_483_647, 'Шаблон задан неверно')
    .nullable()
    .default(null),
  targetUsers: target,
  filters,
  testMode: yup.boolean().typeError('Пробный режим — true или false').default(true),
});
export type CampaignInput = yup.InferType<typeof campaignSchema>;

export const campaignStatuses = ['running', 'paused', 'done', 'canceled'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/**
 * GET /admin/campaigns → {campaigns}, newest first; GET /admin/campaigns/:id → {campaign}; POST
 * /admin/campaigns/:id/pause|resume|cancel → {campaign}, or 409 `campaign_over` when it has ended.
 */
export interface Campaign {
  id: string;
  subject: string;
  template_id: number | null;
  template_name: string | null;
  target_users: TargetUsers;
  filters: { planId: number | null; registeredFrom: string | null; registeredTo: string | null };
  test_mode: boolean;
  status: CampaignStatus;
  total: number;
  sent: number;
  failed: number;
  /** The number of addresses that refused the letter for good. */
  bounced: number;
  /** Recipients who unsubscribed or were blocked or deleted meanwhile, or whose campaign was canceled. */
  skipped: number;
  created_by: string | null;
  created_at: string;
  finished_at: string | null;
}
export const campaignSorts = ['created_at', 'finished_at', 'subject', 'status', 'total', 'sent'] as const;
export const campaignFilterSchema = yup.object({
  id: manyUuids(),
  ...searched,
  status: yup.string().oneOf(campaignStatuses, 'Такого состояния нет'),
  test_mode: yup.boolean().typeError('Признак — true или false'),
});
export type CampaignFilter = yup.InferType<typeof campaignFilterSchema>;

export const recipientStatuses = ['pending', 'queued', 'sent', 'failed', 'bounced', 'skipped'] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];
/** GET /admin/campaigns/:id/recipients → {recipients}, in the order of sending. */
export interface CampaignRecipient {
  id: number;
  email: string;
  status: RecipientStatus;
  /** The reason why it was not sent. */
  error: string | null;
  at: string;
}
export const recipientFilterSchema = yup.object({
  status: yup.string().oneOf(recipientStatuses, 'Такого состояния нет'),
  ...searched,
});
export type RecipientFilter = yup.InferType<typeof recipientFilterSchema>;

/** The answer of send-campaign; `failed` includes bounced letters. */
export interface CampaignResult {
  success: true;
  sent: number;
  failed: number;
  total: number;
  /** The first five. */
  results: { email: string; status: RecipientStatus }[];
  campaign: Campaign;
}

/**
 * GET /public/unsubscribe?token= shows a page (HTML) and changes nothing. POST to the same address unsubscribes,
 * whether by the page's button or by the one click of RFC 8058; with `action=undo` it subscribes again. 404 when the
 * token is unknown.
 */
export const unsubscribeSchema = yup.object({
  action: yup.string().typeError('Такого действия нет').oneOf(['undo'], 'Такого действия нет'),
});
