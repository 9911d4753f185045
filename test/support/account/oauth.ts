import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express, { type Request, type Response } from 'express';

/** An account at the provider. */
export interface ProviderAccount {
  id: number;
  /** Yandex: the default address; GitHub: the primary one. */
  email: string | null;
  name: string;
  /** GitHub's own flag; true unless set. */
  verified?: boolean;
  /** The provider's failure after consent. */
  fault?: 'token-down' | 'token-refused' | 'info-down' | 'info-nonsense';
}

interface Grant {
  account: ProviderAccount;
  challenge: string;
  redirectUri: string;
}

export const CLIENT = { id: 'ostatok-test', secret: 'secret-of-the-test' };
const SCOPES = ['login:email login:info', 'read:user user:email'];
const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const environmentOf = (url: string): Record<string, string> =>
  Object.fromEntries(
    ['YANDEX', 'GITHUB'].flatMap((name) => [
      [`${name}_CLIENT_ID`, CLIENT.id],
      [`${name}_CLIENT_SECRET`, CLIENT.secret],
      [`${name}_BASE_URL`, url],
    ]),
  );

const yandexUser = ({ id, email, name }: ProviderAccount) => ({
  id: String(id),
  login: `user-${id}`,
  default_email: email,
  emails: email ? [email] : [],
  real_name: name,
});

// the public address of a profile is whatever its owner has typed
const githubUser = ({ id, name }: ProviderAccount) => ({
  id,
  login: `user-${id}`,
  name,
  email: 'public@profile.example',
});

/**
 * Yandex and GitHub on one local address, following their documentation: a consent page, one-time codes bound to the
 * redirect address and by PKCE to the client, tokens, and their user data. It rejects what they would reject.
 */
export async function startProviders(accounts: ProviderAccount[]) {
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, ProviderAccount>();
  const app = express();
  app.use(express.urlencoded());

  function authorize(req: Request, res: Response): void {
    const { client_id, response_type, redirect_uri, state, code_challenge, code_challenge_method, scope, as } =
      req.query;
    const asked = client_id === CLIENT.id && response_type === 'code' && SCOPES.includes(String(scope));
    if (!asked || !state || code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(String(code_challenge))) {
      res.status(400).send('invalid_request');
      return;
    }
    const back = new URL(String(redirect_uri));
    back.searchParams.set('state', String(state));
    const account = accounts.find(({ id }) => String(id) === as);
    if (account) {
      const code = randomBytes(8).toString('hex');
      grants.set(code, { account, challenge: String(code_challenge), redirectUri: String(redirect_uri) });
      back.searchParams.set('code', code);
    } else if (as === 'nobody') back.searchParams.set('error', 'access_denied');
    else {
      const link = (who: string, text: string): string => `<p><a href="${req.originalUrl}&as=${who}">${text}</a></p>`;
      const people = accounts.map(({ id, name }) => link(String(id), name)).join('');
      res.send(`<!doctype html><title>Доступ</title><h1>Разрешить доступ?</h1>${people}${link('nobody', 'Отказать')}`);
      return;
    }
    res.redirect(back.href);
  }

  /** The account for which the code was issued; undefined when the exchange is rejected. */
  function redeem({ code, client_id, client_secret, redirect_uri, code_verifier, grant_type }: Record<string, string>) {
    const grant = grants.get(code ?? '');
    grants.delete(code ?? '');
    const client = client_id === CLIENT.id && client_secret === CLIENT.secret && grant_type === 'authorization_code';
    const same = grant?.redirectUri === redirect_uri && grant?.challenge === s256(code_verifier ?? '');
    return client && same && grant?.account.fault !== 'token-refused' ? grant?.account : undefined;
  }

  const exchange =
    (refuse: (res: Response) => void) =>
    (req: Request, res: Response): void => {
      const account = redeem(req.body);
      if (!account) {
        refuse(res);
        return;
      }
      if (account.fault === 'token-down') return void res.status(502).send('Bad gateway');
      const access_token = randomBytes(16).toString('hex');
      tokens.set(access_token, account);
      res.json({ access_token, token_type: 'bearer', expires_in: 31_536_000 });
    };

  const describe =
    (scheme: string, what: (account: ProviderAccount) => unknown) =>
    (req: Request, res: Response): void => {
      const [given, token] = (req.get('authorization') ?? '').split(' ');
      const account = tokens.get(token ?? '');
      if (given !== scheme || !account) return void res.status(401).json({ message: 'Bad credentials' });
      if (account.fault === 'info-down') return void res.status(503).json({});
      res.json(account.fault === 'info-nonsense' ? { nothing: true } : what(account));
    };

  app.get(['/authorize', '/login/oauth/authorize'], authorize);
  const yandexRefuses = (res: Response): void => void res.status(400).json({ error: 'invalid_grant' });
  app.post('/token', exchange(yandexRefuses));
  const githubRefuses = (res: Response): void => void res.json({ error: 'bad_verification_code' });
  app.post('/login/oauth/access_token', exchange(githubRefuses));
  app.get('/info', describe('OAuth', yandexUser));
  app.get('/api/v3/user', describe('Bearer', githubUser));
  app.get(
    '/api/v3/user/emails',
    describe('Bearer', ({ email, verified = true }) => [
      { email: 'second@profile.example', primary: false, verified: true },
      ...(email ? [{ email, primary: true, verified }] : []),
    ]),
  );

  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    /** The platform's configuration that uses these providers. */
    env: environmentOf(url),
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type TestProviders = Awaited<ReturnType<typeof startProviders>>;
