import type { ProviderName } from '@ostatok/api/contract/auth.ts';
import { providerEndpoints } from '@ostatok/api/contract/sign-in.endpoints.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Request, Response } from 'express';
import passport from 'passport';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { ProviderReturns } from './provider-return.service.ts';
import type { ProviderSignIn } from './provider-sign-in.service.ts';
import { type ProviderPerson, titleOf } from './providers/provider.ts';
import { ProviderAway, ProviderRefused } from './providers/provider-http.ts';
import type { Providers } from './providers/providers.ts';
import { leaveReturnCookie } from './return-cookie.routes.ts';

const say = {
  notOffered: 'такой вход здесь не настроен. Войдите по паролю',
  canceled: 'вы отменили вход',
  refused: 'сервис отказал во входе. Начните заново',
  stale: 'вход начат в другом браузере или слишком давно. Начните заново',
  away: 'сервис не отвечает. Повторите через минуту или войдите по паролю',
  broken: 'что-то сломалось у нас. Повторите через минуту',
};

/** Makes a sentence fit after a colon on a page. */
const afterColon = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

interface Asked {
  req: Request;
  res: Response;
}
type Outcome = { person: ProviderPerson } | { error: string };

function sentenceOf(thrown: unknown, log: Logger, provider: ProviderName): string {
  const { oauthError: error = thrown } = thrown as { oauthError?: unknown };
  if (error instanceof AppError) return afterColon(error.message);
  // passport's names for errors that the provider has returned in the URL
  const named = (error as Error).name;
  const refused = error instanceof ProviderRefused || named === 'AuthorizationError' || named === 'TokenError';
  log[refused || error instanceof ProviderAway ? 'warn' : 'error']({ err: error, provider }, 'provider sign-in failed');
  if (refused) return say.refused;
  return error instanceof ProviderAway ? say.away : say.broken;
}

/** Every outcome redirects to a page, because the user came by a link. */
export function providersRoutes(providers: Providers, signIn: ProviderSignIn, returns: ProviderReturns) {
  const authenticator = new passport.Authenticator();
  for (const strategy of providers.strategies) authenticator.use(strategy);

  function toLogin(res: Response, query: Record<string, string>, fragment = ''): void {
    res.setHeader('Cache-Control', 'no-store');
    res.redirect(`/login?${new URLSearchParams(query)}${fragment}`);
  }

  /** When the user is not known yet, passport itself answers with a redirect to the provider. */
  const identify = (provider: ProviderName, req: Request, res: Response): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const done = (error: unknown, person?: ProviderPerson | false, _info?: unknown, status?: number): void => {
        if (error) reject(error);
        else if (person) resolve({ person });
        else resolve({ error: status === 403 ? say.stale : say.canceled });
      };
      authenticator.authenticate(provider, { session: false }, done)(req, res, reject);
    });

  /** The state cookie is valid for one host, so a request to another host name is redirected to the public one. */
  const isElsewhere = (req: Request): boolean =>
    req.query.again === undefined && req.host !== new URL(providers.publicUrl).host;

  const begin =
    (provider: ProviderName) =>
    async ({ req, res }: Asked): Promise<void> => {
      if (!providers.names.includes(provider)) return toLogin(res, { error: say.notOffered, provider });
      if (req.query.code !== undefined || req.query.error !== undefined) {
        return toLogin(res, { error: say.refused, provider });
      }
      res.setHeader('Cache-Control', 'no-store');
      if (isElsewhere(req)) return res.redirect(new URL(`/api/auth/${provider}?again`, providers.publicUrl).href);
      await identify(provider, req, res);
    };

  async function outcomeOf(provider: ProviderName, req: Request, res: Response): Promise<Outcome> {
    if (!providers.names.includes(provider)) return { error: say.notOffered };
    const { code, state, error } = req.query;
    if (error === undefined && (typeof code !== 'string' || typeof state !== 'string')) return { error: say.refused };
    await signIn.admit(req.ip ?? 'unknown');
    return identify(provider, req, res);
  }

  const comeBack =
    (provider: ProviderName) =>
    async ({ req, res }: Asked): Promise<void> => {
      providers.states.clear(req);
      try {
        const outcome = await outcomeOf(provider, req, res);
        if ('error' in outcome) return toLogin(res, { error: outcome.error, provider });
        const account = await signIn.identify(outcome.person, req.ip ?? 'unknown');
        const { code, cookie } = await returns.issue(account.id, titleOf[provider]);
        leaveReturnCookie(res, cookie, providers.secure);
        toLogin(res, { provider }, `#return=${code}`);
      } catch (error) {
        toLogin(res, { error: sentenceOf(error, providers.log, provider), provider });
      }
    };

  return endpointsOf(providerEndpoints, {
    'GET /api/auth/yandex': begin('yandex'),
    'GET /api/auth/yandex/callback': comeBack('yandex'),
    'GET /api/auth/github': begin('github'),
    'GET /api/auth/github/callback': comeBack('github'),
  });
}
