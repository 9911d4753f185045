import { generateKeyPairSync } from 'node:crypto';

/** How a challenge is answered: `put` before the authority asks, `drop` after. */
export interface Challenges {
  put: (token: string, answer: string) => Promise<unknown>;
  drop: (token: string) => Promise<unknown>;
}

export interface AcmeAccount {
  /** The key of the account, as PEM. */
  key: string;
  /** What the authority calls the account; undefined before it knows it. */
  url: string | undefined;
}

/** How often the authority is asked whether it has looked at the challenge. */
const ASK_MS = { least: 1000, most: 15_000 };

/** Makes a key of the kind that accounts and certificates have here, as PEM. */
export const makeKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/**
 * Orders a certificate of one name from the authority by HTTP-01. `onAccount` is called with what the authority calls the
 * account once it knows it. The client is loaded only here: few installations order anything.
 */
export async function orderCertificate(
  directory: string,
  account: AcmeAccount,
  { name, challenges, onAccount }: { name: string; challenges: Challenges; onAccount: (url: string) => Promise<void> },
): Promise<{ certificate: string; key: string }> {
  const { Client, crypto } = await import('acme-client');
  const client = new Client({
    directoryUrl: directory,
    accountKey: account.key,
    ...(account.url && { accountUrl: account.url }),
    backoffMin: ASK_MS.least,
    backoffMax: ASK_MS.most,
  });
  if (!account.url) {
    await client.createAccount({ termsOfServiceAgreed: true });
    await onAccount(client.getAccountUrl());
  }
  const key = makeKey();
  const [, csr] = await crypto.createCsr({ commonName: name, altNames: [name] }, key);
  const certificate = await client.auto({
    csr,
    termsOfServiceAgreed: true,
    challengePriority: ['http-01'],
    // the authority itself looks whether the name leads here
    skipChallengeVerification: true,
    challengeCreateFn: (_, { token }, answer) => challenges.put(token, answer),
    challengeRemoveFn: (_, { token }) => challenges.drop(token),
  });
  return { certificate, key };
}
