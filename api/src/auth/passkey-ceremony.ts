import { isIP } from 'node:net';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyRow } from './factors.queries.ts';

/** Loaded on first use: its certificates take megabytes of memory. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256 and RS256, the algorithms of authenticators. */
const ALGORITHMS = [-8, -7, -257];

const refused = (): InvalidInput =>
  new InvalidInput('Ключ доступа не подошёл. Повторите или выберите другой способ', undefined, 'passkey_refused');

type Transports = 'usb' | 'nfc' | 'ble' | 'hybrid' | 'internal' | 'cable' | 'smart-card';
const idsOf = (keys: PasskeyRow[]) =>
  keys.map(({ credential_id, transports }) => ({ id: credential_id, transports: transports as Transports[] }));

/**
 * WebAuthn for the pages at this address. An answer comes as the browser sent it: the library checks its form, and all
 * errors in it give the same refusal.
 */
export function createPasskeyCeremony(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl);

  return {
    /** Browsers support no passkeys on an IP address. */
    offered: isIP(hostname.replace(/^\[|\]$/g, '')) === 0,

    async creationOptions(user: { id: number; email: string; name: string }, keys: PasskeyRow[]) {
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: 'Остаток',
        rpID: hostname,
        userID: new TextEncoder().encode(`user-${user.id}`),
        userName: user.email,
        userDisplayName: user.name,
        excludeCredentials: idsOf(keys),
        supportedAlgorithmIDs: ALGORITHMS,
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
    },

    async created(challenge: string, answer: object) {
      const { verifyRegistrationResponse } = await library();
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: answer as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => ({ verified: false, registrationInfo: undefined }));
      if (!verified || !registrationInfo) throw refused();
      return registrationInfo.credential;
    },

    /**
     * With `keys` the passkey is a second factor. Without them it signs in alone, so it must verify the user by finger
     * or PIN.
     */
    async requestOptions(keys?: PasskeyRow[]) {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID: hostname,
        ...(keys ? { allowCredentials: idsOf(keys) } : {}),
        userVerification: keys ? 'preferred' : 'required',
      });
    },

    /** Verifies the answer and returns the new counter. */
    async answered(challenge: string, answer: object, key: PasskeyRow, alone: boolean): Promise<number> {
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: answer as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        requireUserVerification: alone,
        credential: {
          id: key.credential_id,
          publicKey: new Uint8Array(key.public_key),
          counter: Number(key.counter),
          transports: key.transports as Transports[],
        },
      }).catch(() => ({ verified: false, authenticationInfo: undefined }));
      if (!verified || !authenticationInfo) throw refused();
      return authenticationInfo.newCounter;
    },

    refused,
  };
}
export type PasskeyCeremony = ReturnType<typeof createPasskeyCeremony>;
