import { isIP } from 'node:net';
import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyRow } from './factors.queries.ts';

/** Loaded by the first who needs it: its certificates take megabytes. */
const library = () => import('@simplewebauthn/server');

/** EdDSA, ES256, RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257];

const refused = (): InvalidInput =>
  new InvalidInput('Ключ доступа не подошёл. Повторите или выберите другой способ', undefined, 'passkey_refused');

type Transports = 'usb' | 'nfc' | 'ble' | 'hybrid' | 'internal' | 'cable' | 'smart-card';
const idsOf = (keys: PasskeyRow[]) =>
  keys.map(({ credential_id, transports }) => ({ id: credential_id, transports: transports as Transports[] }));

/** WebAuthn for the pages of this address. Whatever is wrong with an answer is one and the same refusal. */
export function createPasskeyCeremony(publicUrl: string) {
  const { origin, hostname } = new URL(publicUrl);

  return {
    /** Browsers know no passkeys of a bare number. */
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

    async created(challenge: string, answer: Record<string, unknown>) {
      const { verifyRegistrationResponse } = await library();
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: answer as unknown as RegistrationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        requireUserVerification: false,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => ({ verified: false, registrationInfo: undefined }));
      if (!verified || !registrationInfo) throw refused();
      return registrationInfo.credential;
    },

    /** Without `keys` whoever holds one of ours shows which; alone it has to know its person, by finger or PIN. */
    async requestOptions(keys?: PasskeyRow[]) {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID: hostname,
        ...(keys ? { allowCredentials: idsOf(keys) } : {}),
        userVerification: keys ? 'preferred' : 'required',
      });
    },

    /** The counter as it is now. */
    async answered(
      challenge: string,
      answer: Record<string, unknown>,
      key: PasskeyRow,
      alone: boolean,
    ): Promise<number> {
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: answer as unknown as AuthenticationResponseJSON,
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
