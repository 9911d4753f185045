import * as yup from 'yup';
import { manyNumbers, manyUuids, searched } from './list-filters.ts';

/** Characters of a page or of its MJML; a letter beyond it is cut off by the mailboxes anyway. */
export const HTML_LIMIT = 500_000;
/** Bytes of the editor's project, as JSON. */
export const DESIGN_LIMIT = 1_048_576;
export const SUBJECT_LIMIT = 200;

/** The letters that the platform writes by itself, each with a template of its own; `marketing` are the administrator's. */
export const MARKETING = 'marketing';

const subject = yup
  .string()
  .typeError('Введите заголовок письма')
  .trim()
  .required('Введите заголовок письма')
  .max(SUBJECT_LIMIT, `Заголовок — до ${SUBJECT_LIMIT} символов`)
  // a second line would become a header of the letter
  .matches(/^[^\p{Cc}\u2028\u2029]*$/u, 'Заголовок — одна строка');
const body = (what: string) =>
  yup
    .string()
    .typeError(`${what} — текст`)
    .max(HTML_LIMIT, `${what} — до ${HTML_LIMIT / 1000} тысяч символов`);
const templateType = yup
  .string()
  .typeError('Тип шаблона — текст')
  .matches(/^[a-z][a-z0-9_]{0,49}$/, 'Такого типа шаблонов нет')
  .default(MARKETING);

/** The editor's project: any JSON object; of its inside only the size is checked. */
const design = yup
  .mixed<Record<string, unknown>>((value): value is Record<string, unknown> => {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  })
  .typeError('Макет — объект редактора')
  .nullable()
  .test(
    'size',
    'Макет больше 1 МБ: уберите лишнее',
    (value) => new TextEncoder().encode(JSON.stringify(value ?? null)).length <= DESIGN_LIMIT,
  );

/**
 * POST /admin/email-templates, PUT /admin/email-templates/:id → {success, template}. Of `mjml` the server makes `html`
 * itself, whatever `html` says; without `mjml` the `html` is taken. `text` is made of the page where it is empty. A
 * system template's type and name stay. 400: MJML that does not compile («Строка 12: …» in errors.mjml), a variable
 * that the letter does not know (errors.html), one it cannot do without (errors.html).
 */
export const emailTemplateSchema = yup.object({
  name: yup
    .string()
    .typeError('Введите название шаблона')
    .trim()
    .required('Введите название шаблона')
    .max(120, 'Название — до 120 символов'),
  description: yup.string().typeError('Описание — текст').trim().max(500, 'Описание — до 500 символов').default(''),
  subject,
  design: design.default(null),
  mjml: body('MJML').nullable().default(null),
  html: body('Письмо').default(''),
  text: body('Текст письма').default(''),
});
export type EmailTemplateInput = yup.InferType<typeof emailTemplateSchema>;

/** GET /admin/email-templates → {templates}: without `design` and `mjml`, which one template's own answer carries. */
export interface EmailTemplateRow {
  id: number;
  name: string;
  description: string;
  /** `marketing`, or the letter's name, as `verify_email`. */
  template_type: string;
  subject: string;
  html: string;
  /** What the letter may name in `{{…}}`. */
  variables: string[];
  is_system: boolean;
  /** A system template that differs from the one shipped; `reset` brings that back. */
  is_changed: boolean;
  /** Why the changed template is not sent and the shipped one is; null: all is well. */
  error: string | null;
  created_by_name: string | null;
  created_at: string;
  updated_at: string;
}
/**
 * GET /admin/email-templates/:id, GET /admin/email-templates/type/:type → {template}: the letter's, or the newest
 * marketing one. POST /admin/email-templates/:id/copy → 201 {template} («… (копия)», marketing); POST …/:id/reset →
 * {template}, of a system one, 409 `not_system` of another; DELETE …/:id → {message}, 409 `system_template`, 409
 * `template_in_use` while a campaign that is under way was made of it.
 */
export interface EmailTemplate extends EmailTemplateRow {
  design: Record<string, unknown> | null;
  mjml: string | null;
  text: string;
}
export const emailTemplateSorts = ['id', 'name', 'template_type', 'subject', 'created_at', 'updated_at'] as const;
export const emailTemplateFilterSchema = yup.object({
  id: manyNumbers(),
  ...searched,
  is_system: yup.boolean().typeError('Признак — true или false'),
  template_type: yup.string().typeError('Тип шаблона — текст').max(50, 'Такого типа шаблонов нет'),
});
export type EmailTemplateFilter = yup.InferType<typeof emailTemplateFilterSchema>;

/** GET /admin/email/variables?type=marketing → {variables} */
export const variablesQuerySchema = yup.object({ type: templateType });
export interface EmailVariable {
  name: string;
  /** Russian, for a list to choose from. */
  label: string;
  example: string;
  /** The letter cannot do without it. */
  required: boolean;
}

/** POST /admin/email/preview → EmailPreview; variables are filled with their examples, unknown ones are named and stay as typed. */
export const emailPreviewSchema = yup.object({
  subject: yup
    .string()
    .typeError('Заголовок — текст')
    .max(SUBJECT_LIMIT, `Заголовок — до ${SUBJECT_LIMIT} символов`)
    .default(''),
  mjml: body('MJML').nullable().default(null),
  html: body('Письмо').default(''),
  templateType,
});
export interface EmailPreview {
  subject: string;
  html: string;
  text: string;
  unknown: string[];
}

/** POST /admin/email/send-test → {success, message, email}: to the administrator who asks, with the examples filled in. */
export const sendTestSchema = yup.object({
  subject,
  html: body('Письмо').required('Введите содержимое письма или выберите шаблон'),
  templateType,
});

/**
 * Whom a campaign goes to. In all of them: customers (not administrators) whose address is verified, who are neither
 * blocked nor deleted, have not unsubscribed, have not withdrawn their consent, and whose address has not refused our
 * letters for good.
 * - `all`: all of these.
 * - `active_subscribers`: their subscription is `active` on a plan other than `free`, and its period has not ended: as
 *   the overview counts active subscriptions.
 * - `paid_users`: a plan other than `free` runs, be its subscription `active`, `past_due` or `canceled` (it runs to its end).
 * - `free_users`: everybody else: the plan `free`, an `expired` subscription, or one whose period has ended.
 */
export const targetUsers = ['all', 'active_subscribers', 'free_users', 'paid_users'] as const;
export type TargetUsers = (typeof targetUsers)[number];
const target = yup.string().typeError('Выберите получателей').oneOf(targetUsers, 'Выберите получателей').default('all');
const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
/** A moment; a day alone begins by Moscow's clock, `shift` days later. */
const date = (message: string, shift: number) =>
  yup
    .date()
    .transform((value: Date, given: unknown) =>
      typeof given === 'string' && DAY_ALONE.test(given)
        ? new Date(Date.parse(`${given}T00:00:00+03:00`) + shift * DAY_MS)
        : value,
    )
    .typeError(message)
    .min(new Date('2000-01-01'), message)
    .max(new Date('2200-01-01'), message)
    .nullable()
    .default(null);
const filters = yup
  .object({
    /** Those whose present plan it is. */
    planId: yup
      .number()
      .typeError('Тариф задан неверно')
      .integer('Тариф задан неверно')
      .min(1, 'Тариф задан неверно')
      .max(2_147_483_647, 'Тариф задан неверно')
      .nullable()
      .default(null),
    /** From this moment, including it. */
    registeredFrom: date('Дата регистрации задана неверно', 0),
    /** Up to this moment, without it; a date alone counts as the whole of its day (Moscow). */
    registeredTo: date('Дата регистрации задана неверно', 1),
  })
  .typeError('Условия отбора — объект')
  .default({ planId: null, registeredFrom: null, registeredTo: null });
export type CampaignFilters = yup.InferType<typeof filters>;

/** POST /admin/marketing/audience → {success, count} */
export const audienceSchema = yup.object({ targetUsers: target, filters });
export type Audience = yup.InferType<typeof audienceSchema>;

/**
 * POST /admin/marketing/send-campaign → CampaignResult. It answers when all is sent or after 20 seconds, whichever is
 * first, and with `Prefer: respond-async` at once (202). The header `Idempotency-Key` makes a repetition answer with the
 * campaign that is there already; without it a second one of the same content and audience is refused while the first is
 * under way (409 `already_running`). 409 `no_recipients`. In test mode one letter goes to the administrator who asks.
 */
export const campaignSchema = yup.object({
  subject,
  html: body('Письмо').default(''),
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
/** Neither a page nor a template: the answer is this, 400. */
export const CONTENT_REQUIRED = 'Введите содержимое письма или выберите шаблон';

export const campaignStatuses = ['running', 'paused', 'done', 'canceled'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/**
 * GET /admin/campaigns → {campaigns}, newest first; GET /admin/campaigns/:id → {campaign}; POST
 * /admin/campaigns/:id/pause|resume|cancel → {campaign}, 409 `campaign_over` of one that has ended.
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
  /** Of the addresses that refused the letter for good. */
  bounced: number;
  /** Unsubscribed, blocked or deleted meanwhile, or the campaign was canceled. */
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
/** GET /admin/campaigns/:id/recipients → {recipients}, in the order they are written to. */
export interface CampaignRecipient {
  id: number;
  email: string;
  status: RecipientStatus;
  /** Why it was not sent. */
  error: string | null;
  at: string;
}
export const recipientFilterSchema = yup.object({
  status: yup.string().oneOf(recipientStatuses, 'Такого состояния нет'),
  ...searched,
});
export type RecipientFilter = yup.InferType<typeof recipientFilterSchema>;

/** The answer of send-campaign; `failed` counts those that bounced too. */
export interface CampaignResult {
  success: true;
  sent: number;
  failed: number;
  total: number;
  /** The first five. */
  results: { email: string; status: RecipientStatus }[];
  campaign: Campaign;
}

/** GET /admin/email/stats?days=30; letters are remembered for 90 days. */
export const emailStatsSchema = yup.object({
  days: yup
    .number()
    .typeError('Число дней — целое от 1 до 90')
    .integer('Число дней — целое от 1 до 90')
    .min(1, 'Число дней — целое от 1 до 90')
    .max(90, 'Число дней — целое от 1 до 90')
    .default(30),
});
export interface EmailStats {
  totals: { template_type: string; status: string; count: number }[];
  period: { days: number; from: string; to: string };
  /** Every day of the period by Moscow's clock, the oldest first, those without letters too. */
  daily: { date: string; sent: number; failed: number }[];
}

/**
 * GET /public/unsubscribe?token= shows a page (HTML) and changes nothing; POST to the same address, be it its button or
 * the one click of RFC 8058, unsubscribes, and with `action=undo` subscribes again. 404: the link is nobody's.
 */
export const unsubscribeSchema = yup.object({
  action: yup.string().typeError('Такого действия нет').oneOf(['undo'], 'Такого действия нет'),
});
