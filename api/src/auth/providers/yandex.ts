import { email } from '@ostatok/api/contract/auth.ts';
import * as yup from 'yup';
import { type Provider, titleOf } from './provider.ts';
import { ProviderAway } from './provider-http.ts';

const infoSchema = yup.object({
  id: yup.string().required(),
  default_email: yup.string().nullable(),
  real_name: yup.string().nullable(),
  display_name: yup.string().nullable(),
  login: yup.string().nullable(),
});

/** Yandex makes only a verified address the default one. */
export function createYandex(baseUrl?: string): Provider {
  return {
    name: 'yandex',
    title: titleOf.yandex,
    authorizeUrl: `${baseUrl ?? 'https://oauth.yandex.ru'}/authorize`,
    tokenUrl: `${baseUrl ?? 'https://oauth.yandex.ru'}/token`,
    scope: ['login:email', 'login:info'],

    async readPerson(accessToken, ask) {
      const answer = await ask(`${baseUrl ?? 'https://login.yandex.ru'}/info?format=json`, {
        headers: { authorization: `OAuth ${accessToken}` },
      });
      const info = await infoSchema.validate(answer).catch(() => {
        throw new ProviderAway('Yandex told nobody');
      });
      const address = email().isValidSync(info.default_email) ? email().cast(info.default_email) : null;
      const name = info.real_name?.trim() || info.display_name?.trim() || info.login || address || titleOf.yandex;
      return { provider: 'yandex', subject: info.id, email: address, name };
    },
  };
}
