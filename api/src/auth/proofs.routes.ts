import { parse } from '@ostatok/kit/node/http.ts';
import { Router } from 'express';
import { addPasskeySchema, confirmationSchema, totpConfirmSchema } from '../../contract/sign-in.ts';
import type { Accounts } from '../account/account.service.ts';
import type { Enrolment } from './enrolment.service.ts';
import type { Factors } from './factors.service.ts';
import { callerOf } from './guard.routes.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Stands in for a malformed id: no passkey has it. */
const NO_PASSKEY = '00000000-0000-0000-0000-000000000000';

/** Mounted at /api/auth, behind the guard: the passkeys, codes and passwords with which the caller signs in. */
export function proofsRoutes(accounts: Accounts, factors: Factors, enrolment: Enrolment): Router {
  const router = Router();

  router.get('/security', async (req, res) => {
    res.json({ success: true, security: await factors.stateOf(await accounts.get(callerOf(req).userId)) });
  });

  router.post('/totp', async (req, res) => {
    res.json({ success: true, ...(await enrolment.offerTotp(callerOf(req), parse(confirmationSchema, req.body))) });
  });

  router.post('/totp/confirm', async (req, res) => {
    const { code } = parse(totpConfirmSchema, req.body);
    res.json({ success: true, ...(await enrolment.confirmTotp(callerOf(req), code)) });
  });

  router.delete('/totp', async (req, res) => {
    await enrolment.removeTotp(callerOf(req), parse(confirmationSchema, req.body));
    res.json({ success: true });
  });

  router.post('/passkeys/options', async (req, res) => {
    res.json({ success: true, ...(await enrolment.offerPasskey(callerOf(req), parse(confirmationSchema, req.body))) });
  });

  router.post('/passkeys', async (req, res) => {
    const input = parse(addPasskeySchema, req.body);
    res.status(201).json({ success: true, ...(await enrolment.addPasskey(callerOf(req), input)) });
  });

  router.delete('/passkeys/:id', async (req, res) => {
    const id = UUID.test(req.params.id) ? req.params.id : NO_PASSKEY;
    await enrolment.removePasskey(callerOf(req), id, parse(confirmationSchema, req.body));
    res.json({ success: true });
  });

  router.post('/recovery-codes', async (req, res) => {
    const recoveryCodes = await enrolment.renewRecoveryCodes(callerOf(req), parse(confirmationSchema, req.body));
    res.json({ success: true, recoveryCodes });
  });

  return router;
}
