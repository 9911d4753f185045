import { integer, listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { aliasAnswerSchema, aliasFieldsAnswer } from './catalogue.endpoints.ts';
import { aliasFieldNames } from './catalogue.ts';
import {
  editAndApproveSchema,
  proposalFilterSchema,
  proposalSorts,
  proposalStatuses,
  rejectProposalSchema,
} from './proposals.ts';

const value = () => yup.mixed<string | number>().defined().nullable();

/** A proposal as administrators see it. */
const aliasProposalSchema = yup.object({
  id: integer(),
  tenant_id: text(),
  /** Null when the tenant has been deleted for good. */
  tenant_name: text().nullable(),
  status: oneOf(proposalStatuses),
  /** Why it was rejected. */
  reason: text().nullable(),
  /** The e-mail of the person who decided. */
  decided_by: text().nullable(),
  decided_at: time().nullable(),
  ...aliasFieldsAnswer,
  /** The present alias of this code. */
  current: aliasAnswerSchema.nullable(),
  /** The proposed fields that differ from the catalogue. */
  diff: listOf(yup.object({ field: oneOf(aliasFieldNames), current: value(), proposed: value() })),
  /** How many tenants, this one included, give this bottle nearly the same empty weight: within 3 g or 1 %. */
  agreeing: integer(),
  /** How often the tenant has weighed the bottle; null if the weights are not by its scale. */
  weighings: integer().nullable(),
  created_at: time(),
  updated_at: time(),
});
export type AliasProposal = yup.InferType<typeof aliasProposalSchema>;

const proposalCountsSchema = yup.object({ pending: integer(), approved: integer(), rejected: integer() });
export type ProposalCounts = yup.InferType<typeof proposalCountsSchema>;

const one = yup.object({ proposal: aliasProposalSchema });
const approved = yup.object({ alias: aliasAnswerSchema, proposal: aliasProposalSchema });

export const proposalEndpoints = defineEndpoints({
  'GET /api/admin/aliases/proposals': {
    summary: 'What venues propose',
    access: 'admin',
    list: { rows: 'data', sorts: proposalSorts, sort: 'created_at', order: 'desc', filter: proposalFilterSchema },
    answer: yup.object({ data: listOf(aliasProposalSchema) }),
  },
  'GET /api/admin/aliases/proposals/counts': {
    summary: 'How many are in each state',
    access: 'admin',
    answer: yup.object({ counts: proposalCountsSchema }),
  },
  'GET /api/admin/aliases/proposals/:id': { summary: 'One proposal', access: 'admin', answer: one },
  /** Answers 409 `already_decided`. */
  'POST /api/admin/aliases/proposals/:id/approve': { summary: 'Approve it', access: 'admin', answer: approved },
  'POST /api/admin/aliases/proposals/:id/reject': {
    summary: 'Reject it',
    access: 'admin',
    body: rejectProposalSchema,
    answer: one,
  },
  /** Fields left out are as proposed. */
  'PUT /api/admin/aliases/proposals/:id/edit-and-approve': {
    summary: 'Edit and approve it in one step',
    access: 'admin',
    body: editAndApproveSchema,
    answer: approved,
  },
  /** Answers 409 `alias_changed` when anybody has changed the alias since, 409 `not_decided`. */
  'POST /api/admin/aliases/proposals/:id/reopen': {
    summary: 'Take the decision back: it waits again, and what it changed in the catalogue is as before',
    access: 'admin',
    answer: one,
  },
});
