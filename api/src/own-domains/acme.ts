import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { getCACertificates } from 'node:tls';
import { Worker } from 'node:worker_threads';

export interface AcmeAccount {
  /** The key of the account, as PEM. */
  key: string;
  /** What the authority calls the account; undefined before it knows it. */
  url: string | undefined;
}

/** What the thread that orders is given. */
export interface Order {
  directory: string;
  account: AcmeAccount;
  /** The domain. */
  name: string;
  /** The key of the certificate, as PEM. */
  key: string;
  /** The authorities that this process trusts, so that the thread trusts them too. */
  authorities: string[];
}

/** What the thread says; it waits for an answer to all but the last. */
export type OrderMessage =
  | { does: 'account'; url: string }
  | { does: 'put'; token: string; answer: string }
  | { does: 'drop'; token: string }
  | { does: 'issued'; certificate: string };

/** What is done while an order is under way. */
export interface OrderSteps {
  setAccountUrl: (url: string) => Promise<unknown>;
  /** Makes the answer to a challenge known, before the authority asks. */
  putChallenge: (token: string, answer: string) => Promise<unknown>;
  dropChallenge: (token: string) => Promise<unknown>;
}

const HEAP_MB = 128;
/** An order that takes longer has failed. */
const LONGEST_MS = 3 * 60_000;

/** Makes a key of the kind that accounts and certificates have here, as PEM. */
export const makeKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

async function take(message: Exclude<OrderMessage, { does: 'issued' }>, steps: OrderSteps): Promise<void> {
  if (message.does === 'account') await steps.setAccountUrl(message.url);
  else if (message.does === 'put') await steps.putChallenge(message.token, message.answer);
  else await steps.dropChallenge(message.token);
}

/** Resolves with the certificate that the thread gets. */
function follow(thread: Worker, steps: OrderSteps): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  // the error arrives as a copy that is not a native one
  thread.once('error', (error: Error) => reject(new Error(error.message)));
  thread.once('exit', () => reject(new Error('нет ответа')));
  thread.on('message', (message: OrderMessage) => {
    if (message.does === 'issued') resolve(message.certificate);
    else take(message, steps).then(() => thread.postMessage('done'), reject);
  });
  return promise;
}

/**
 * Orders a certificate of one name from the authority by HTTP-01, in a thread that ends with the order: loaded here, the
 * client would keep 40 MB for good.
 */
export async function orderCertificate(
  order: Pick<Order, 'directory' | 'account' | 'name'>,
  steps: OrderSteps,
): Promise<{ certificate: string; key: string }> {
  const key = makeKey();
  const workerData: Order = { ...order, key, authorities: getCACertificates('default') };
  const resourceLimits = { maxOldGenerationSizeMb: HEAP_MB };
  const thread = new Worker(join(import.meta.dirname, 'order-thread.ts'), { workerData, resourceLimits });
  const late = setTimeout(() => void thread.terminate(), LONGEST_MS);
  try {
    return { certificate: await follow(thread, steps), key };
  } finally {
    clearTimeout(late);
    await thread.terminate();
  }
}
