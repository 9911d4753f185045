import { flag, integer, listOf, record, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  emailPreviewSchema,
  emailStatsSchema,
  emailTemplateChangesSchema,
  emailTemplateFilterSchema,
  emailTemplateSchema,
  emailTemplateSorts,
  sendTestSchema,
  variablesQuerySchema,
} from './email-templates.ts';

/** A row of the list, without `design`, `mjml` and `text`, which a single template's answer holds. */
const rowSchema = yup.object({
  id: integer(),
  name: text(),
  description: text(),
  /** `marketing`, or the letter's name such as `verify_email`. */
  template_type: text(),
  subject: text(),
  html: text(),
  /** The variables that the letter may use as `{{…}}`. */
  variables: listOf(text()),
  is_system: flag(),
  /** A system template that differs from the shipped one; `reset` restores that. */
  is_changed: flag(),
  /** Why the shipped template is sent instead of the changed one; null when the changed one works. */
  error: text().nullable(),
  created_by_name: text().nullable(),
  created_at: time(),
  updated_at: time(),
});
export type EmailTemplateRow = yup.InferType<typeof rowSchema>;

const templateSchema = rowSchema.shape({ design: record().nullable(), mjml: text().nullable(), text: text() });
export type EmailTemplate = yup.InferType<typeof templateSchema>;

const variableSchema = yup.object({
  name: text(),
  /** A Russian label for a list. */
  label: text(),
  example: text(),
  /** The letter must contain it. */
  required: flag(),
});
export type EmailVariable = yup.InferType<typeof variableSchema>;

/** Variables are filled with their examples; unknown ones are listed and stay as typed. */
const previewSchema = yup.object({ subject: text(), html: text(), text: text(), unknown: listOf(text()) });
export type EmailPreview = yup.InferType<typeof previewSchema>;

/** Letters are kept for 90 days. */
const statsSchema = yup.object({
  totals: listOf(yup.object({ template_type: text(), status: text(), count: integer() })),
  period: yup.object({ days: integer(), from: time(), to: time() }),
  /** Every day of the period by Moscow's clock, the oldest first, days without letters included. */
  daily: listOf(yup.object({ date: text(), sent: integer(), failed: integer() })),
});
export type EmailStats = yup.InferType<typeof statsSchema>;

const one = yup.object({ template: templateSchema });
const written = yup.object({ template: templateSchema, message: text() });

export const emailTemplateEndpoints = defineEndpoints({
  'GET /api/admin/email-templates': {
    summary: 'The templates',
    access: 'admin',
    list: { rows: 'templates', sorts: emailTemplateSorts, sort: 'id', filter: emailTemplateFilterSchema },
    answer: yup.object({ templates: listOf(rowSchema) }),
  },
  /**
   * From `mjml` the server makes `html` itself and ignores the given `html`; without `mjml` the `html` is used. An empty
   * `text` is made from the page. The type and name of a system template stay. Answers 400 to MJML that does not compile
   * («Строка 12: …» in errors.mjml), a variable that the letter does not know or lacks though it requires it (both in
   * errors.html).
   */
  'POST /api/admin/email-templates': {
    summary: 'Make a template',
    access: 'admin',
    body: emailTemplateSchema,
    answer: written,
    status: 201,
  },
  'GET /api/admin/email-templates/type/:type': {
    summary: "A letter's template, or the newest of the marketing ones",
    access: 'admin',
    answer: one,
  },
  'GET /api/admin/email-templates/:id': { summary: 'One template', access: 'admin', answer: one },
  /**
   * With `updated_at` from the version that was edited it answers 409 `template_changed` when somebody has changed it
   * since.
   */
  'PUT /api/admin/email-templates/:id': {
    summary: 'Change a template',
    access: 'admin',
    body: emailTemplateChangesSchema,
    answer: written,
  },
  /** Answers 409 `system_template`, or 409 `template_in_use` while a campaign made from it is under way. */
  'DELETE /api/admin/email-templates/:id': {
    summary: 'Delete a template',
    access: 'admin',
    answer: yup.object({ message: text() }),
  },
  /** The copy is a marketing template «… (копия)». */
  'POST /api/admin/email-templates/:id/copy': {
    summary: 'Copy a template',
    access: 'admin',
    answer: written,
    status: 201,
  },
  /** Answers 409 `not_system` for a template that is not the platform's own. */
  'POST /api/admin/email-templates/:id/reset': {
    summary: 'Bring the shipped text back',
    access: 'admin',
    answer: written,
  },
  'GET /api/admin/email/stats': {
    summary: 'Letters by template and state',
    access: 'admin',
    query: emailStatsSchema,
    answer: statsSchema,
  },
  'GET /api/admin/email/variables': {
    summary: 'What may be inserted',
    access: 'admin',
    query: variablesQuerySchema,
    answer: yup.object({ variables: listOf(variableSchema) }),
  },
  'POST /api/admin/email/preview': {
    summary: 'The letter as it will be',
    access: 'admin',
    body: emailPreviewSchema,
    answer: previewSchema,
  },
  'POST /api/admin/email/send-test': {
    summary: 'Send it with examples to the caller',
    access: 'admin',
    body: sendTestSchema,
    answer: yup.object({ message: text(), email: text() }),
  },
});
