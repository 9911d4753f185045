import type { SignedIn } from '@ostatok/api/contract/account.endpoints.ts';
import {
  forgotPasswordSchema,
  loginSchema,
  logoutSchema,
  refreshSchema,
  registerSchema,
  resendVerificationSchema,
  resetPasswordSchema,
  verifyEmailSchema,
} from '@ostatok/api/contract/auth.ts';
import { passkeySignInSchema, providerReturnSchema, secondFactorSchema } from '@ostatok/api/contract/sign-in.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import type { KnownDevices } from '@ostatok/kit/node/known-devices.ts';
import { type Request, type Response, Router } from 'express';
import { toUser } from '../account/account.service.ts';
import type { Auth } from './auth.service.ts';
import { bearerOf } from './guard.routes.ts';
import type { AskedLetter } from './letter-limits.ts';
import type { PasswordChanges } from './password-changes.service.ts';
import type { ProviderReturns } from './provider-return.service.ts';
import { takeReturnCookie } from './return-cookie.routes.ts';
import { SecondFactorRequired, type SecondFactors } from './second-factor.service.ts';
import type { SignIn } from './signed-in.ts';

const addressOf = (req: Request): string => req.ip ?? 'unknown';

function toSignedIn({ account, token, refreshToken }: SignIn): SignedIn {
  return { success: true, user: toUser(account), token, refreshToken };
}

/** Answers a sign-in. A refusal also carries what is needed next: a second factor or a verified address. */
async function answerSignIn(res: Response, signingIn: Promise<SignIn>): Promise<SignIn | undefined> {
  try {
    const signedIn = await signingIn;
    res.json(toSignedIn(signedIn));
    return signedIn;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const more = error instanceof SecondFactorRequired ? error.question : { requiresEmailVerification: true };
    if (!(error instanceof SecondFactorRequired) && error.code !== 'email_unverified') throw error;
    const { status, message, code } = error;
    res.status(status).json({ success: false, error: message, code, ...more });
    return undefined;
  }
}

interface SignInWays {
  auth: Auth & PasswordChanges;
  secondFactor: SecondFactors;
  providerReturns: ProviderReturns;
  knownDevices: KnownDevices;
  /** Whether the pages are served by https. */
  secure: boolean;
}

/** Mounted at /api/auth; open to anybody. */
export function authRoutes({ auth, secondFactor, providerReturns, knownDevices: devices, secure }: SignInWays): Router {
  const router = Router();

  /** Remembers the browser as a known device after a successful sign-in. */
  async function remembering(req: Request, res: Response, signingIn: Promise<SignIn>): Promise<SignIn> {
    const signedIn = await signingIn;
    devices.remember(req, res, signedIn.account.email);
    return signedIn;
  }

  const askedBy = (req: Request, { email }: { email: string }): AskedLetter => ({
    email,
    ip: addressOf(req),
    deviceId: devices.idOf(req, email),
  });

  router.post('/register', async (req, res) => {
    const input = parse(registerSchema, req.body);
    res.status(201).json(toSignedIn(await auth.register(input, addressOf(req))));
  });

  router.post('/login', async (req, res) => {
    const input = parse(loginSchema, req.body);
    await answerSignIn(res, remembering(req, res, auth.login(input, addressOf(req), devices.idOf(req, input.email))));
  });

  router.post('/second-factor', async (req, res) => {
    const input = parse(secondFactorSchema, req.body);
    const answer = secondFactor.answer(input, addressOf(req), (email) => devices.idOf(req, email));
    await answerSignIn(res, remembering(req, res, answer));
  });

  router.post('/passkey-sign-in/options', async (req, res) => {
    res.json({ success: true, ...(await secondFactor.passkeyOptions(addressOf(req))) });
  });

  router.post('/passkey-sign-in', async (req, res) => {
    await answerSignIn(
      res,
      remembering(
        req,
        res,
        secondFactor.byPasskey(parse(passkeySignInSchema, req.body), (email) => devices.idOf(req, email)),
      ),
    );
  });

  router.post('/provider-return', async (req, res) => {
    const { code } = parse(providerReturnSchema, req.body);
    await answerSignIn(res, providerReturns.redeem(code, takeReturnCookie(req, res, secure)));
  });

  router.post('/refresh', async (req, res) => {
    res.json(toSignedIn(await auth.refresh(parse(refreshSchema, req.body).refreshToken)));
  });

  router.post('/logout', async (req, res) => {
    const { refreshToken } = parse(logoutSchema, req.body);
    await auth.logout(bearerOf(req), refreshToken);
    res.json({ success: true });
  });

  router.post('/forgot-password', async (req, res) => {
    await auth.forgotPassword(askedBy(req, parse(forgotPasswordSchema, req.body)));
    res.json({ success: true, message: 'Письмо с инструкциями отправлено на ваш email' });
  });

  router.post('/reset-password', async (req, res) => {
    const { email } = await auth.resetPassword(parse(resetPasswordSchema, req.body), addressOf(req));
    devices.remember(req, res, email);
    res.json({ success: true });
  });

  router.post('/verify-email', async (req, res) => {
    const from = { accessToken: bearerOf(req), ip: addressOf(req), deviceOf: (to: string) => devices.idOf(req, to) };
    await answerSignIn(res, auth.verifyEmail(parse(verifyEmailSchema, req.body), from));
  });

  router.post('/resend-verification', async (req, res) => {
    await auth.resendVerification(askedBy(req, parse(resendVerificationSchema, req.body)));
    res.json({ success: true, message: 'Ссылка для подтверждения отправлена на ваш email' });
  });

  return router;
}
