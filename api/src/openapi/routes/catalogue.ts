import {
  aliasFilterSchema,
  aliasRevisionFilterSchema,
  aliasRevisionSorts,
  aliasSchema,
  aliasSorts,
  aliasUpdateSchema,
  catalogueSearchSchema,
} from '@ostatok/api/contract/catalogue.ts';
import type { DescribedRoutes } from '../described.ts';

const revisions = { sorts: aliasRevisionSorts, filter: aliasRevisionFilterSchema };

/** Routes of the global catalogue. */
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
  'GET /api/catalog/search': {
    summary: 'Search the catalogue',
    query: catalogueSearchSchema,
    answer: { data: 'object' },
  },
};
