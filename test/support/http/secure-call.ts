import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { CallOptions, Reply } from '../platform/platform.ts';

/** Where an installation answers by https, and the authority of its certificate. */
export interface SecurePlace {
  address: string;
  port: number;
  authority: string;
}

/** Calls the installation under that name, as DNS would lead there, on a connection of its own. */
export async function callSecurely(
  { address, port, authority }: SecurePlace,
  name: string,
  method: string,
  path: string,
  { token, body, signal }: CallOptions & { signal?: AbortSignal } = {},
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const headers = {
    host: name,
    accept: 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const options = { host: address, port, servername: name, ca: authority, agent: false, method, path, headers, signal };
  const sent = request(options, async (answer) => {
    const said = await text(answer).catch(reject);
    const isJson = String(answer.headers['content-type']).includes('json');
    if (said !== undefined)
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: isJson ? JSON.parse(said) : said });
  });
  sent.once('error', reject);
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}
