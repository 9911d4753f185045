import type { Security } from '@ostatok/api/contract/account.endpoints.ts';
import type { SignedIn } from '@ostatok/api/contract/sign-in.endpoints.ts';
import { UserError } from '../errors/user-error.ts';
import { createApi } from './api-client.ts';

/** Names what the account lacks before it may be used, and where to set it up. */
function missingOf({ required, totp, passkeys, weakPassword }: Security): string | undefined {
  if (!required) return undefined;
  if (totp === null && passkeys.length === 0)
    return 'Администратору нужен второй шаг входа, а он не включён. Включите его';
  return weakPassword ? 'Пароль администратора слабый. Задайте другой' : undefined;
}

/**
 * An administrator whose account has to be secured first may do nothing here: the sign-in is ended again, and the error
 * says where to secure it. Throws UserError.
 */
export async function requireSafeAccount(url: string, { user, token, refreshToken }: SignedIn): Promise<void> {
  if (user.role !== 'admin') return;
  const api = createApi({ url, tokens: { token } });
  const { security } = await api.call('GET /api/auth/security');
  const missing = missingOf(security);
  if (!missing) return;
  await api.call('POST /api/auth/logout', { body: { refreshToken } });
  throw new UserError(
    `${missing} в браузере: ${url}/profile, раздел «Безопасность». Потом повторите: ostatok login`,
    'secure_account',
    403,
  );
}
