import { Secret, TOTP } from 'otpauth';
import { bearer, PASSWORD, type TestApi } from '../platform/api.ts';

type Signed = { id: number; token: string };

/** The code that an authenticator shows at this moment, or `steps` half minutes away from it. */
export const codeOf = (secret: string, at: Date, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() + steps * 30_000 });

/** The first code after that of `used` which a running clock still accepts. */
export const codeAfter = (secret: string, used: Date): string =>
  codeOf(secret, new Date(Math.max(Date.now(), used.getTime() + 30_000)));

/** Confirms the user's address without the letter. */
export async function proveAddress({ db }: Pick<TestApi, 'db'>, { id }: { id: number }): Promise<void> {
  await db('users').where({ id }).update({ email_verified: true });
}

/**
 * Enables TOTP for the user, whose address it confirms first, and holds the clock, since a code is valid for half a minute. Returns the secret and the
 * recovery codes.
 */
export async function enrol(
  api: TestApi,
  person: Signed,
): Promise<{ secret: string; recoveryCodes: string[]; at: Date }> {
  const post = (path: string, body: object) =>
    api.call
      .post(`/api/auth/${path}`)
      .set(...bearer(person))
      .send(body);
  await proveAddress(api, person);
  api.clock.hold();
  const { body } = await post('totp', { password: PASSWORD });
  const at = api.clock.now();
  const confirmed = await post('totp/confirm', { code: codeOf(body.secret, at) });
  return { secret: body.secret, recoveryCodes: confirmed.body.recoveryCodes, at };
}
