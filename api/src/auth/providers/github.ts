import { email } from '@ostatok/api/contract/auth.ts';
import * as yup from 'yup';
import { type Provider, titleOf } from './provider.ts';
import { ProviderAway } from './provider-http.ts';

const userSchema = yup.object({
  id: yup.number().integer().required(),
  login: yup.string().required(),
  name: yup.string().nullable(),
});

const emailsSchema = yup
  .array(
    yup.object({
      email: yup.string().required(),
      primary: yup.boolean().required(),
      verified: yup.boolean().required(),
    }),
  )
  .required();

const unclear = (): never => {
  throw new ProviderAway('GitHub told nobody');
};

/** github.com, or a company's own GitHub, which has its API under /api/v3. */
export function createGithub(baseUrl?: string): Provider {
  const site = baseUrl ?? 'https://github.com';
  const api = baseUrl ? `${baseUrl}/api/v3` : 'https://api.github.com';
  return {
    name: 'github',
    title: titleOf.github,
    authorizeUrl: `${site}/login/oauth/authorize`,
    tokenUrl: `${site}/login/oauth/access_token`,
    scope: ['read:user', 'user:email'],

    async readPerson(accessToken, ask) {
      const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/vnd.github+json' };
      const [user, emails] = await Promise.all([
        ask(`${api}/user`, { headers }).then((answer) => userSchema.validate(answer).catch(unclear)),
        ask(`${api}/user/emails`, { headers }).then((answer) => emailsSchema.validate(answer).catch(unclear)),
      ]);
      // the public address in the profile is not verified
      const proven = emails.find(({ primary, verified }) => primary && verified)?.email;
      const address = email().isValidSync(proven) ? email().cast(proven) : null;
      return {
        provider: 'github',
        subject: String(user.id),
        email: address ?? null,
        name: user.name?.trim() || user.login,
      };
    },
  };
}
