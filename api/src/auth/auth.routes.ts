import {
  changePasswordSchema,
  forgotPasswordSchema,
  loginSchema,
  logoutSchema,
  refreshSchema,
  registerSchema,
  resendVerificationSchema,
  resetPasswordSchema,
  type SignedIn,
  verifyEmailSchema,
} from '@ostatok/api/contract/auth.ts';
import { AppError, InvalidInput } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import type { KnownDevices } from '@ostatok/kit/node/known-devices.ts';
import { type Request, Router } from 'express';
import { toUser } from '../account/account.service.ts';
import type { Auth, SignIn } from './auth.service.ts';
import { bearerOf, callerOf, type Guard } from './guard.routes.ts';
import type { PasswordChanges } from './password-changes.service.ts';
import { takeReturnToken } from './return-token.routes.ts';

const addressOf = (req: Request): string => req.ip ?? 'unknown';

function toSignedIn({ account, token, refreshToken }: SignIn): SignedIn {
  return { success: true, user: toUser(account), token, refreshToken };
}

/** Mounted at /api/auth. */
export function authRoutes(auth: Auth & PasswordChanges, devices: KnownDevices, guard: Guard): Router {
  const router = Router();

  router.post('/register', async (req, res) => {
    const input = parse(registerSchema, req.body);
    res.status(201).json(toSignedIn(await auth.register(input, addressOf(req))));
  });

  router.post('/login', async (req, res) => {
    const input = parse(loginSchema, req.body);
    try {
      const signedIn = await auth.login(input, addressOf(req), devices.idOf(req, input.email));
      devices.remember(req, res, input.email);
      res.json(toSignedIn(signedIn));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'email_unverified') throw error;
      const { status, message, code } = error;
      res.status(status).json({ success: false, error: message, code, requiresEmailVerification: true });
    }
  });

  router.post('/refresh', async (req, res) => {
    const { refreshToken } = parse(refreshSchema, req.body);
    if (refreshToken) {
      res.json(toSignedIn(await auth.refresh(refreshToken)));
      return;
    }
    const left = takeReturnToken(req, res);
    if (!left) throw new InvalidInput('Нет токена обновления', { refreshToken: 'Нет токена обновления' });
    res.json(toSignedIn(await auth.refreshReturn(left, bearerOf(req))));
  });

  router.post('/logout', async (req, res) => {
    const { refreshToken } = parse(logoutSchema, req.body);
    await auth.logout(bearerOf(req), refreshToken);
    res.json({ success: true });
  });

  router.post('/change-password', guard.requireUser, async (req, res) => {
    await auth.changePassword(callerOf(req), parse(changePasswordSchema, req.body));
    res.json({ success: true });
  });

  router.post('/forgot-password', async (req, res) => {
    await auth.forgotPassword(parse(forgotPasswordSchema, req.body).email, addressOf(req));
    res.json({ success: true, message: 'Письмо с инструкциями отправлено на ваш email' });
  });

  router.post('/reset-password', async (req, res) => {
    const { email } = await auth.resetPassword(parse(resetPasswordSchema, req.body), addressOf(req));
    devices.remember(req, res, email);
    res.json({ success: true });
  });

  router.post('/verify-email', async (req, res) => {
    res.json(toSignedIn(await auth.verifyEmail(parse(verifyEmailSchema, req.body).token)));
  });

  router.post('/resend-verification', async (req, res) => {
    await auth.resendVerification(parse(resendVerificationSchema, req.body).email, addressOf(req));
    res.json({ success: true, message: 'Ссылка для подтверждения отправлена на ваш email' });
  });

  return router;
}
