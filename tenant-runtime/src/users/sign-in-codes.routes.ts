import { parse } from '@ostatok/kit/node/http.ts';
import { type RequestHandler, Router } from 'express';
import { makeCodeSchema, redeemCodeSchema } from '../../contract/sign-in-codes.ts';
import { callerOf, notSupport, originOf } from './session.routes.ts';
import type { SignInCodes } from './sign-in-codes.service.ts';

export function signInCodesRoutes(codes: SignInCodes, signedIn: RequestHandler): Router {
  const router = Router();
  router.post('/codes', signedIn, notSupport, async (req, res) => {
    const code = await codes.make(parse(makeCodeSchema, req.body), callerOf(req));
    res.status(201).json({ success: true, ...code });
  });
  router.post('/redeem', async (req, res) => {
    res.json(await codes.redeem(parse(redeemCodeSchema, req.body).code, originOf(req)));
  });
  return router;
}
