import { flag, integer, listOf, oneOf, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  createForOwnerSchema,
  createTenantSchema,
  everyProvisionStep,
  replaceBotSchema,
  tenantStatuses,
} from './provision.ts';
import { tenantSchema } from './tenants.endpoints.ts';

const stepSchema = yup.object({
  name: oneOf(everyProvisionStep.map(({ name }) => name)),
  label: text(),
  status: oneOf(['waiting', 'running', 'done', 'failed', 'undone']),
  ms: integer().optional(),
  error: text().optional(),
  /** A stable word for the error. */
  code: text().optional(),
});
export type ProvisionStep = yup.InferType<typeof stepSchema>;

const tenantStatusSchema = yup.object({
  status: oneOf([...tenantStatuses, 'failed']),
  running: flag(),
  provision: yup
    .object({
      status: oneOf(['running', 'done', 'failed']),
      steps: listOf(stepSchema),
      error: text().nullable(),
    })
    .nullable(),
});
export type TenantStatusAnswer = yup.InferType<typeof tenantStatusSchema>;

const orderedTenantSchema = yup.object({
  tenant: tenantSchema,
  adminCredentials: yup.object({ username: text(), password: text() }),
  /** Opens the bot and makes the chat the administrator's: once, within a day. Null: to be had when all is done. */
  telegramLink: text().nullable(),
  /** The same in MAX. */
  maxLink: text().nullable(),
});
export type OrderedTenant = yup.InferType<typeof orderedTenantSchema>;
export type CreateTenantAnswer = { success: true } & OrderedTenant;

const canCreateSchema = yup.object({ canCreate: flag(), current: integer(), limit: integer() });
export type CanCreate = yup.InferType<typeof canCreateSchema>;

const replacedBotSchema = yup.object({
  username: text(),
  link: text(),
  /** Whether it is another bot, not a new token of the same one. */
  another: flag(),
});
export type ReplacedBot = yup.InferType<typeof replacedBotSchema>;

const replaceBot = {
  summary: 'Give it a new token, of its bot or of another; Telegram is asked first',
  body: replaceBotSchema,
  answer: yup.object({ bot: replacedBotSchema }),
} as const;

export const provisioningEndpoints = defineEndpoints({
  'GET /api/provision/can-create': {
    summary: 'Whether the plan allows one more',
    access: 'user',
    answer: canCreateSchema,
  },
  /** Answers when all is done; with `Prefer: respond-async` 202 at once, and the status tells how far it is. */
  'POST /api/provision/create': {
    summary: 'Open a venue',
    access: 'user',
    body: createTenantSchema,
    answer: orderedTenantSchema,
    status: 201,
  },
  'PUT /api/provision/tenant/:id/bot-token': { ...replaceBot, access: 'user' },
  'POST /api/admin/tenants': {
    summary: 'Open one for its owner; the answer comes at once, the work goes on',
    access: 'admin',
    body: createForOwnerSchema,
    answer: orderedTenantSchema,
    status: 202,
  },
  'PUT /api/admin/tenants/:id/bot-token': { ...replaceBot, access: 'admin' },
});

export const tenantStatusEndpoints = defineEndpoints({
  'GET /api/provision/tenant/:id/status': {
    summary: 'How far its opening has come',
    access: 'user',
    answer: tenantStatusSchema,
  },
  'GET /api/admin/tenants/:id/provision': {
    summary: 'How far its making is',
    access: 'admin',
    answer: tenantStatusSchema,
  },
});
