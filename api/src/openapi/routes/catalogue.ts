import {
  aliasImportColumnsSchema,
  aliasImportFilterSchema,
  aliasImportSorts,
} from '@ostatok/api/contract/alias-imports.ts';
import {
  aliasFilterSchema,
  aliasRevisionFilterSchema,
  aliasRevisionSorts,
  aliasSchema,
  aliasSorts,
  aliasUpdateSchema,
  catalogueSearchSchema,
} from '@ostatok/api/contract/catalogue.ts';
import {
  editAndApproveSchema,
  proposalFilterSchema,
  proposalSorts,
  rejectProposalSchema,
} from '@ostatok/api/contract/proposals.ts';
import type { DescribedRoutes } from '../described.ts';

const revisions = { sorts: aliasRevisionSorts, filter: aliasRevisionFilterSchema };
const decided = { alias: 'object', proposal: 'object' } as const;
const readFile = { importId: 'text', file: 'text', status: 'text', preview: 'object' } as const;

/** Routes of the global catalogue and of tenants' proposals. */
export const catalogueRoutes: DescribedRoutes = {
  'GET /api/admin/aliases': {
    summary: 'The catalogue',
    list: { sorts: aliasSorts, filter: aliasFilterSchema },
    answer: { data: 'list' },
  },
  'POST /api/admin/aliases': { summary: 'Add an alias', body: aliasSchema, answer: { alias: 'object' }, status: 201 },
  'GET /api/admin/aliases/:id': { summary: 'One alias', answer: { alias: 'object' } },
  'PUT /api/admin/aliases/:id': { summary: 'Change an alias', body: aliasUpdateSchema, answer: { alias: 'object' } },
  'DELETE /api/admin/aliases/:id': { summary: 'Delete an alias', answer: { alias: 'object' } },
  'GET /api/admin/aliases/history': { summary: 'Every revision', list: revisions, answer: { data: 'list' } },
  'GET /api/admin/aliases/:id/history': {
    summary: 'Revisions of one alias',
    list: revisions,
    answer: { data: 'list' },
  },
  'POST /api/admin/aliases/revisions/:revision/revert': {
    summary: 'Bring an alias back to its state after a revision',
    answer: { alias: 'object', revision: 'object' },
  },
  'GET /api/admin/aliases/import': {
    summary: 'Workbooks that were written into the catalogue',
    list: { sorts: aliasImportSorts, filter: aliasImportFilterSchema },
    answer: { imports: 'list' },
  },
  'POST /api/admin/aliases/import': {
    summary: 'Read a workbook of aliases: what it would change',
    multipart: true,
    status: 201,
    answer: readFile,
  },
  'GET /api/admin/aliases/import/:importId': { summary: 'What a workbook would change', answer: readFile },
  'PUT /api/admin/aliases/import/:importId': {
    summary: 'Read it anew with other columns',
    body: aliasImportColumnsSchema,
    answer: readFile,
  },
  'POST /api/admin/aliases/import/:importId/commit': {
    summary: 'Write it into the catalogue, whole',
    answer: { importId: 'text', created: 'number', updated: 'number', unchanged: 'number', skipped: 'number' },
  },
  'POST /api/admin/aliases/import/:importId/undo': {
    summary: 'Take it back, but for what was changed since',
    answer: { importId: 'text', undone: 'number', kept: 'number', message: 'text' },
  },
  'GET /api/admin/aliases/proposals': {
    summary: 'What venues propose',
    list: { sorts: proposalSorts, filter: proposalFilterSchema },
    answer: { data: 'list' },
  },
  'GET /api/admin/aliases/proposals/counts': { summary: 'How many are in each state', answer: { counts: 'object' } },
  'GET /api/admin/aliases/proposals/:id': { summary: 'One proposal', answer: { proposal: 'object' } },
  'POST /api/admin/aliases/proposals/:id/approve': { summary: 'Approve it', answer: decided },
  'POST /api/admin/aliases/proposals/:id/reject': {
    summary: 'Reject it',
    body: rejectProposalSchema,
    answer: { proposal: 'object' },
  },
  'PUT /api/admin/aliases/proposals/:id/edit-and-approve': {
    summary: 'Edit and approve it in one step',
    body: editAndApproveSchema,
    answer: decided,
  },
  'POST /api/admin/aliases/proposals/:id/reopen': {
    summary: 'Take the decision back: it waits again, and what it changed in the catalogue is as before',
    answer: { proposal: 'object' },
  },
  'GET /api/catalog/search': {
    summary: 'Search the catalogue',
    query: catalogueSearchSchema,
    answer: { data: 'object' },
  },
};
