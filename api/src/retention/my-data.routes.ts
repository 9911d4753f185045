import { myDataEndpoints } from '@ostatok/api/contract/my-data.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Confirm } from '../auth/confirmation.service.ts';
import { sendExport } from '../tenants/send-export.ts';
import type { TenantExport } from '../tenants/tenant-export.service.ts';
import type { Consent } from './consent.service.ts';
import type { AccountDeletion } from './deletion.service.ts';
import type { DataExport } from './export.service.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface MyData {
  exports: DataExport;
  venueExport: TenantExport;
  consent: Consent;
  deletion: Pick<AccountDeletion, 'delete'>;
}

/** The person's export, consent and deletion. */
export const myDataRoutes = (
  { exports, venueExport, consent, deletion }: MyData,
  confirmation: Pick<Confirm, 'require'>,
) =>
  endpointsOf(myDataEndpoints, {
    'GET /api/auth/export-data': ({ caller }) => exports.data(caller.userId),
    'GET /api/auth/export-data/tenants/:id.xlsx': ({ params, caller, res }) =>
      sendExport(res, XLSX, (gone, use) => venueExport.workbook(caller.userId, params.id, gone, use)),
    'GET /api/auth/export-data/tenants/:id.zip': ({ params, caller, res }) =>
      sendExport(res, 'application/zip', (gone, use) => venueExport.archive(caller.userId, params.id, gone, use)),
    'POST /api/auth/withdraw-consent': async ({ caller, req }) => ({
      message: await consent.withdraw(caller.userId, req.ip),
    }),
    async 'DELETE /api/auth/delete-account'({ body, caller }) {
      await confirmation.require(caller, body.password);
      await deletion.delete(caller.userId);
      return {};
    },
  });
