import { pipeline } from 'node:stream/promises';
import { deletionSchema } from '@ostatok/api/contract/my-data.ts';
import { confirmationSchema } from '@ostatok/api/contract/sign-in.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import type { Confirm } from '../auth/confirmation.service.ts';
import { callerOf } from '../auth/guard.routes.ts';
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

/** Mounted at /api/auth, behind the guard: the person's export, consent and deletion. */
export function myDataRoutes(
  { exports, venueExport, consent, deletion }: MyData,
  confirmation: Pick<Confirm, 'require'>,
): Router {
  const router = Router();

  router.get('/export-data', async (req, res) => {
    res.set('Cache-Control', 'no-store').json(await exports.data(callerOf(req).userId));
  });

  router.get('/export-data/tenants/:id.xlsx', async (req, res) => {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const { userId } = callerOf(req);
    try {
      await venueExport.workbook(userId, String(req.params.id), gone.signal, async ({ name, bytes }) => {
        res.set('Cache-Control', 'no-store').attachment(name).type(XLSX);
        await pipeline(bytes, res);
      });
    } catch (error) {
      // an interrupted answer breaks the connection: half a workbook must not look like a whole one
      if (res.headersSent || gone.signal.aborted) res.destroy();
      else throw error;
    }
  });

  router.post('/withdraw-consent', async (req, res) => {
    res.json({ success: true, message: await consent.withdraw(callerOf(req).userId, req.ip) });
  });

  router.delete('/delete-account', async (req, res) => {
    // the page checks the confirmation word; a client that sends one has to send the right one
    const body: unknown = req.body;
    if (body && typeof body === 'object' && 'word' in body) parse(deletionSchema, body);
    const caller = callerOf(req);
    await confirmation.require(caller, parse(confirmationSchema, body).password);
    await deletion.delete(caller.userId);
    res.json({ success: true });
  });

  return router;
}
