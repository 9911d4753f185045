import { listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { tenantStatuses } from './provision.ts';

const deletedTenantSchema = yup.object({
  tenant_id: text(),
  subdomain: text(),
  display_name: text(),
  deleted_at: time(),
  restorable_until: time(),
});
export type DeletedTenant = yup.InferType<typeof deletedTenantSchema>;

/** What it is then. */
const restored = yup.object({ status: oneOf(tenantStatuses) });

export const tenantRestoreEndpoints = defineEndpoints({
  'GET /api/provision/deleted-tenants': {
    summary: 'Deleted venues that the caller may still bring back',
    access: 'user',
    answer: yup.object({ tenants: listOf(deletedTenantSchema) }),
  },
  'POST /api/provision/tenant/:id/restore': { summary: 'Bring a deleted one back', access: 'user', answer: restored },
  'POST /api/admin/tenants/:id/restore': {
    summary: 'Bring a deleted one back as it was, while its data is kept',
    access: 'admin',
    answer: restored,
  },
});
