import { type SignedIn, signInEndpoints } from '@ostatok/api/contract/sign-in.endpoints.ts';
import type { KnownDevices } from '@ostatok/kit/node/known-devices.ts';
import type { Request, Response } from 'express';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { bearerOf } from '../access/guard.routes.ts';
import { toUser } from '../account/account.service.ts';
import type { Auth } from './auth.service.ts';
import type { AskedLetter } from './letter-limits.ts';
import type { PasswordChanges } from './password-changes.service.ts';
import type { ProviderReturns } from './provider-return.service.ts';
import { takeReturnCookie } from './return-cookie.routes.ts';
import type { SecondFactors } from './second-factor.service.ts';
import type { SignIn } from './signed-in.ts';

const addressOf = (req: Request): string => req.ip ?? 'unknown';

const toSignedIn = ({ account, token, refreshToken }: SignIn): SignedIn => ({
  user: toUser(account),
  token,
  refreshToken,
});

interface SignInWays {
  auth: Auth & PasswordChanges;
  secondFactor: SecondFactors;
  providerReturns: ProviderReturns;
  knownDevices: KnownDevices;
  /** Whether the pages are served by https. */
  secure: boolean;
}

export function authRoutes({ auth, secondFactor, providerReturns, knownDevices: devices, secure }: SignInWays) {
  /** Remembers the browser as a known device after a successful sign-in. */
  async function remembering(req: Request, res: Response, signingIn: Promise<SignIn>): Promise<SignedIn> {
    const signedIn = await signingIn;
    devices.remember(req, res, signedIn.account.email);
    return toSignedIn(signedIn);
  }

  const deviceOf =
    (req: Request) =>
    (email: string): string | undefined =>
      devices.idOf(req, email);

  const askedBy = (req: Request, { email }: { email: string }): AskedLetter => ({
    email,
    ip: addressOf(req),
    deviceId: devices.idOf(req, email),
  });

  return endpointsOf(signInEndpoints, {
    'POST /api/auth/register': async ({ body, req }) => toSignedIn(await auth.register(body, addressOf(req))),
    'POST /api/auth/login': ({ body, req, res }) =>
      remembering(req, res, auth.login(body, addressOf(req), devices.idOf(req, body.email))),
    'POST /api/auth/second-factor': ({ body, req, res }) =>
      remembering(req, res, secondFactor.answer(body, addressOf(req), deviceOf(req))),
    'POST /api/auth/passkey-sign-in/options': ({ req }) => secondFactor.passkeyOptions(addressOf(req)),
    'POST /api/auth/passkey-sign-in': ({ body, req, res }) =>
      remembering(req, res, secondFactor.byPasskey(body, deviceOf(req))),
    'POST /api/auth/provider-return': async ({ body, req, res }) =>
      toSignedIn(await providerReturns.redeem(body.code, takeReturnCookie(req, res, secure))),
    'POST /api/auth/refresh': async ({ body }) => toSignedIn(await auth.refresh(body.refreshToken)),
    async 'POST /api/auth/logout'({ body, req }) {
      await auth.logout(bearerOf(req), body.refreshToken);
      return {};
    },
    async 'POST /api/auth/forgot-password'({ body, req }) {
      await auth.forgotPassword(askedBy(req, body));
      return { message: 'Письмо с инструкциями отправлено на ваш email' };
    },
    async 'POST /api/auth/reset-password'({ body, req, res }) {
      const account = await auth.resetPassword(body, addressOf(req));
      // the mailbox may be stolen: where there is a second factor, only a browser that has shown it is known
      if (!(await secondFactor.isOn(account))) devices.remember(req, res, account.email);
      return {};
    },
    'POST /api/auth/verify-email': async ({ body, req }) =>
      toSignedIn(
        await auth.verifyEmail(body, { accessToken: bearerOf(req), ip: addressOf(req), deviceOf: deviceOf(req) }),
      ),
    async 'POST /api/auth/resend-verification'({ body, req }) {
      await auth.resendVerification(askedBy(req, body));
      return { message: 'Ссылка для подтверждения отправлена на ваш email' };
    },
  });
}
