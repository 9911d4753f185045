import OAuth2Strategy from 'passport-oauth2';
import * as yup from 'yup';
import type { Provider, ProviderKeys, ProviderPerson } from './provider.ts';
import { type AskJson, ProviderRefused } from './provider-http.ts';
import type { StateStore } from './state-store.routes.ts';

const tokenSchema = yup.object({ access_token: yup.string().required() });

type TokenDone = (error: unknown, accessToken?: string, refreshToken?: string, answer?: object) => void;

/** GitHub refuses with status 200 and an `error` instead of a token. */
async function exchange(provider: Provider, ask: AskJson, form: Record<string, string>): Promise<string> {
  const answer = await ask(provider.tokenUrl, { form });
  if (!tokenSchema.isValidSync(answer)) throw new ProviderRefused(`${provider.tokenUrl}: no token in the answer`);
  return answer.access_token;
}

/** passport's authorization code flow, always with state and PKCE, and with calls that time out. */
export function createProviderStrategy(
  provider: Provider,
  { clientId, clientSecret }: ProviderKeys,
  { callbackUrl, states, ask }: { callbackUrl: string; states: StateStore; ask: AskJson },
): OAuth2Strategy {
  class ProviderStrategy extends OAuth2Strategy {
    override readonly name = provider.name;

    constructor() {
      super(
        {
          authorizationURL: provider.authorizeUrl,
          tokenURL: provider.tokenUrl,
          clientID: clientId,
          clientSecret,
          callbackURL: callbackUrl,
          scope: provider.scope,
          state: true,
          pkce: true,
          // @types/passport-oauth2 lacks the store of PKCE, which is called with the verifier too
          store: states.of(provider.name) as unknown as OAuth2Strategy.StateStore,
        },
        (_accessToken: string, _refreshToken: string, person: ProviderPerson, done: OAuth2Strategy.VerifyCallback) =>
          done(null, person),
      );
      // the library's own request has no timeout
      const getOAuthAccessToken = (code: string, params: Record<string, string>, done: TokenDone): void => {
        exchange(provider, ask, { ...params, code, client_id: clientId, client_secret: clientSecret }).then(
          (token) => done(null, token),
          (error) => done(error),
        );
      };
      Object.assign(this._oauth2, { getOAuthAccessToken });
    }

    override userProfile(accessToken: string, done: (error?: unknown, person?: ProviderPerson) => void): void {
      provider.readPerson(accessToken, ask).then(
        (person) => done(null, person),
        (error) => done(error),
      );
    }
  }
  return new ProviderStrategy();
}
