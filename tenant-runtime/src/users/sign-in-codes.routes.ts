import { signInCodeEndpoints } from '../../contract/sign-in-codes.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { originOf } from '../access/session.routes.ts';
import type { SignInCodes } from './sign-in-codes.service.ts';

export const signInCodesRoutes = (codes: SignInCodes) =>
  endpointsOf(signInCodeEndpoints, {
    'POST /api/auth/codes': ({ body, caller }) => codes.make(body, caller),
    'POST /api/auth/redeem': ({ body, req }) => codes.redeem(body, originOf(req)),
  });
