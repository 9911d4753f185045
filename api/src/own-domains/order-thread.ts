import { once } from 'node:events';
import { setDefaultCACertificates } from 'node:tls';
import { parentPort, workerData } from 'node:worker_threads';
import { Client, crypto } from 'acme-client';
import type { Order, OrderMessage } from './acme.ts';

/** How often the authority is asked whether it has looked at the challenge. */
const ASK_MS = { least: 1000, most: 15_000 };

/** Resolves when the platform has done it. */
async function ask(message: OrderMessage): Promise<void> {
  parentPort?.postMessage(message);
  if (parentPort) await once(parentPort, 'message');
}

async function order({ directory, account, name, key, authorities }: Order): Promise<string> {
  setDefaultCACertificates(authorities);
  const client = new Client({
    directoryUrl: directory,
    accountKey: account.key,
    ...(account.url && { accountUrl: account.url }),
    backoffMin: ASK_MS.least,
    backoffMax: ASK_MS.most,
  });
  if (!account.url) {
    await client.createAccount({ termsOfServiceAgreed: true });
    await ask({ does: 'account', url: client.getAccountUrl() });
  }
  const [, csr] = await crypto.createCsr({ commonName: name, altNames: [name] }, key);
  return client.auto({
    csr,
    termsOfServiceAgreed: true,
    challengePriority: ['http-01'],
    // the authority itself looks whether the name leads here
    skipChallengeVerification: true,
    challengeCreateFn: (_, { token }, answer) => ask({ does: 'put', token, answer }),
    challengeRemoveFn: (_, { token }) => ask({ does: 'drop', token }),
  });
}

const certificate = await order(workerData);
parentPort?.postMessage({ does: 'issued', certificate } satisfies OrderMessage);
parentPort?.close();
