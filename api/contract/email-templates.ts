import * as yup from 'yup';
import { manyNumbers, searched } from './list-filters.ts';

/** Characters of a page or its MJML; mailboxes cut off longer letters anyway. */
const HTML_LIMIT = 500_000;
/** Bytes of the editor's project as JSON. */
const DESIGN_LIMIT = 1_048_576;
const SUBJECT_LIMIT = 200;

/** The platform's own letters, each with a template of its own; `marketing` is for administrators' templates. */
export const MARKETING = 'marketing';

export const letterSubject = yup
  .string()
  .typeError('Введите заголовок письма')
  .trim()
  .required('Введите заголовок письма')
  .max(SUBJECT_LIMIT, `Заголовок — до ${SUBJECT_LIMIT} символов`)
  // a second line would become a header of the letter
  .matches(/^[^\p{Cc}\u2028\u2029]*$/u, 'Заголовок — одна строка');
export const letterBody = (what: string) =>
  yup
    .string()
    .typeError(`${what} — текст`)
    .max(HTML_LIMIT, `${what} — до ${HTML_LIMIT / 1000} тысяч символов`);
const templateType = yup
  .string()
  .typeError('Тип шаблона — текст')
  .matches(/^[a-z][a-z0-9_]{0,49}$/, 'Такого типа шаблонов нет')
  .default(MARKETING);

/** The editor's project: any JSON object, of which only the size is checked. */
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
 * POST /admin/email-templates → {success, template}. From `mjml` the server makes `html` itself and ignores the given
 * `html`; without `mjml` the `html` is used. An empty `text` is made from the page. The type and name of a system
 * template stay. 400: MJML that does not compile («Строка 12: …» in errors.mjml), a variable that the letter does not
 * know or one that it requires (both in errors.html).
 */
export const emailTemplateSchema = yup.object({
  name: yup
    .string()
    .typeError('Введите название шаблона')
    .trim()
    .required('Введите название шаблона')
    .max(120, 'Название — до 120 символов'),
  description: yup.string().typeError('Описание — текст').trim().max(500, 'Описание — до 500 символов').default(''),
  subject: letterSubject,
  design: design.default(null),
  mjml: letterBody('MJML').nullable().default(null),
  html: letterBody('Письмо').default(''),
  text: letterBody('Текст письма').default(''),
});
export type EmailTemplateInput = yup.InferType<typeof emailTemplateSchema>;

/**
 * PUT /admin/email-templates/:id → {success, template}. With `updated_at` from the version that was edited: 409
 * `template_changed` when somebody has changed it since.
 */
export const emailTemplateChangesSchema = emailTemplateSchema.shape({
  updated_at: yup.string().typeError('Время изменения — текст'),
});
export type EmailTemplateChanges = yup.InferType<typeof emailTemplateChangesSchema>;

/** GET /admin/email-templates → {templates}, without `design` and `mjml`, which a single template's answer holds. */
export interface EmailTemplateRow {
  id: number;
  name: string;
  description: string;
  /** `marketing`, or the letter's name such as `verify_email`. */
  template_type: string;
  subject: string;
  html: string;
  /** The variables that the letter may use as `{{…}}`. */
  variables: string[];
  is_system: boolean;
  /** A system template that differs from the shipped one; `reset` restores that. */
  is_changed: boolean;
  /** Why the shipped template is sent instead of the changed one; null when the changed one works. */
  error: string | null;
  created_by_name: string | null;
  created_at: string;
  updated_at: string;
}
/**
 * GET /admin/email-templates/:id, GET /admin/email-templates/type/:type → {template}: the letter's, or the newest
 * marketing one. POST /admin/email-templates/:id/copy → 201 {template} («… (копия)», marketing); POST …/:id/reset →
 * {template} for a system one, 409 `not_system` for another; DELETE …/:id → {message}, 409 `system_template`, or 409
 * `template_in_use` while a campaign made from it is under way.
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
  /** A Russian label for a list. */
  label: string;
  example: string;
  /** The letter must contain it. */
  required: boolean;
}

/**
 * POST /admin/email/preview → EmailPreview; variables are filled with their examples, unknown ones are listed and stay
 * as typed.
 */
export const emailPreviewSchema = yup.object({
  subject: yup
    .string()
    .typeError('Заголовок — текст')
    .max(SUBJECT_LIMIT, `Заголовок — до ${SUBJECT_LIMIT} символов`)
    .default(''),
  mjml: letterBody('MJML').nullable().default(null),
  html: letterBody('Письмо').default(''),
  templateType,
});
export interface EmailPreview {
  subject: string;
  html: string;
  text: string;
  unknown: string[];
}

/** The message of the 400 when neither a page nor a template is given. */
export const CONTENT_REQUIRED = 'Введите содержимое письма или выберите шаблон';

/** POST /admin/email/send-test → {success, message, email}: sends it with examples to the administrator who asks. */
export const sendTestSchema = yup.object({
  subject: letterSubject,
  html: letterBody('Письмо').required(CONTENT_REQUIRED),
  templateType,
});

/** GET /admin/email/stats?days=30; letters are kept for 90 days. */
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
  /** Every day of the period by Moscow's clock, the oldest first, days without letters included. */
  daily: { date: string; sent: number; failed: number }[];
}
