import { integer, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import {
  adminLinkSchema,
  aliasesSchema,
  idleAnswerSchema,
  idleQuestionSchema,
  itemIdsSchema,
  matchedItemsSchema,
  matchesSchema,
  maxUpdatesSchema,
  setAdminSchema,
  takenAliasesSchema,
  tenantStatsSchema,
  unmatchSchema,
  updatesSchema,
} from './internal.ts';
import { endSupportSchema, openSupportSchema } from './support.ts';

/** What the platform alone calls, by the secret that it shares with the tenant. */
export const internalEndpoints = defineEndpoints({
  'POST /internal/updates': {
    summary: "Take updates of Telegram's; after 200 they are never sent again",
    access: 'process',
    body: updatesSchema,
    answer: yup.object({ taken: integer() }),
  },
  // apart, so that a release which does not know MAX takes them for nobody's
  'POST /internal/max-updates': {
    summary: 'The same for updates of MAX',
    access: 'process',
    body: maxUpdatesSchema,
    answer: yup.object({ taken: integer() }),
  },
  'POST /internal/admin': {
    summary: 'Make or renew the administrator and unlink their chat; idempotent',
    access: 'process',
    body: setAdminSchema,
  },
  'POST /internal/admin/telegram-link': {
    summary: "Make a code that links the administrator's chat, once, within a day",
    access: 'process',
    body: adminLinkSchema,
    answer: yup.object({ code: text() }),
  },
  'GET /internal/stats': {
    summary: 'The figures of the tenant; with `with=counts` also the counts that its owner sees',
    access: 'process',
    query: yup.object({ with: yup.string() }),
    answer: yup.object({ stats: tenantStatsSchema }),
  },
  'GET /internal/export.xlsx': {
    summary: "A workbook of all data, for the tenant's owner",
    access: 'process',
    content: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'POST /internal/idle': {
    summary:
      'Ask whether the tenant may be put to sleep, or replaced; one that agrees refuses all later requests and ends soon',
    access: 'process',
    body: idleQuestionSchema,
    answer: idleAnswerSchema,
  },
  'POST /internal/take-over': {
    summary: 'Take the place of the instance that this one was started beside and that has ended; idempotent',
    access: 'process',
  },
  'POST /internal/stop': { summary: 'Finish accepted work and exit', access: 'process' },
});

export const venueCatalogueEndpoints = defineEndpoints({
  'POST /internal/aliases': {
    summary: 'Take what the catalogue knows of bottles; idempotent',
    access: 'process',
    body: aliasesSchema,
    answer: takenAliasesSchema,
  },
  'POST /internal/names': {
    summary: 'Hear that the names of items that come from the catalogue have been written; idempotent',
    access: 'process',
  },
  'POST /internal/items': {
    summary: 'Hear which items the platform has changed; idempotent',
    access: 'process',
    body: itemIdsSchema,
  },
  'POST /internal/matches': {
    summary: 'Take which products of the catalogue items are; idempotent',
    access: 'process',
    body: matchesSchema,
    answer: matchedItemsSchema,
  },
  'POST /internal/matches/undo': {
    summary: 'Take back what matching gave to items; idempotent',
    access: 'process',
    body: unmatchSchema,
    answer: matchedItemsSchema,
  },
});

export const supportInvitationEndpoints = defineEndpoints({
  'POST /internal/support': {
    summary: 'Make a link for one visit of support: once, within two minutes',
    access: 'process',
    status: 201,
    body: openSupportSchema,
    answer: yup.object({ token: text() }),
  },
  'POST /internal/support/end': {
    summary: "End all visits of one of the platform's administrators; idempotent",
    access: 'process',
    body: endSupportSchema,
  },
});
