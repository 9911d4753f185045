import { rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { startOfDay } from './days.ts';
import { letterBody, letterSubject } from './email-templates.ts';
import { trueOrFalse } from './fields.ts';
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
    planId: rowId('Тариф задан неверно').nullable().default(null),
    /** Includes this moment. */
    registeredFrom: date('Дата регистрации задана неверно', 0),
    /** Excludes this moment; a date without time includes its whole day (Moscow). */
    registeredTo: date('Дата регистрации задана неверно', 1),
  })
  .typeError('Условия отбора — объект')
  .default({ planId: null, registeredFrom: null, registeredTo: null });

export const audienceSchema = yup.object({ targetUsers: target, filters });
export type Audience = yup.InferType<typeof audienceSchema>;

export const campaignSchema = yup.object({
  subject: letterSubject,
  html: letterBody('Письмо').default(''),
  templateId: rowId('Шаблон задан неверно').nullable().default(null),
  targetUsers: target,
  filters,
  testMode: trueOrFalse('Пробный режим').default(true),
});
export type CampaignInput = yup.InferType<typeof campaignSchema>;

export const campaignStatuses = ['running', 'paused', 'done', 'canceled'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export const campaignSorts = ['created_at', 'finished_at', 'subject', 'status', 'total', 'sent'] as const;
export const campaignFilterSchema = yup.object({
  id: manyUuids(),
  ...searched,
  status: yup.string().oneOf(campaignStatuses, 'Такого состояния нет'),
  test_mode: trueOrFalse('Признак'),
});
export type CampaignFilter = yup.InferType<typeof campaignFilterSchema>;

export const recipientStatuses = ['pending', 'queued', 'sent', 'failed', 'bounced', 'skipped'] as const;
export type RecipientStatus = (typeof recipientStatuses)[number];
export const recipientFilterSchema = yup.object({
  status: yup.string().oneOf(recipientStatuses, 'Такого состояния нет'),
  ...searched,
});
export type RecipientFilter = yup.InferType<typeof recipientFilterSchema>;

/**
 * GET /public/unsubscribe?token= shows a page (HTML) and changes nothing. POST to the same address unsubscribes,
 * whether by the page's button or by the one click of RFC 8058; with `action=undo` it subscribes again. 404 when the
 * token is unknown.
 */
export const unsubscribeSchema = yup.object({
  action: yup.string().typeError('Такого действия нет').oneOf(['undo'], 'Такого действия нет'),
});
