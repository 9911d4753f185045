import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type CallEndpoint, type CallParts, encodeCall } from '@ostatok/kit/contract/endpoint.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import type { RedeemAnswer } from '@ostatok/tenant-runtime/contract/sign-in-codes.endpoints.ts';
import { venueAddress } from './venue-address.ts';

export type Credentials = { token: string } | { username: string; password: string };

/** The tenant rejected the request: repeating it does not help. */
export class SignInRefused extends Error {}

/** Nothing answers at the address, or something other than a tenant. */
export class VenueAway extends Error {}

const ANSWER_WITHIN_MS = 10_000;

interface Answer {
  status: number;
  text: string;
}

/** node:http is used because fetch would not send our Host header. */
function call(url: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      timeout: ANSWER_WITHIN_MS,
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer')));
    sent.once('error', reject);
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', reject);
    });
    sent.end(body);
  });
}

interface Reply {
  success?: boolean;
  error?: string;
}

/** Calls endpoints of the tenant. Throws VenueAway, or SignInRefused with the tenant's own message. */
const venueAt =
  (venueUrl: string): CallEndpoint<VenueEndpoints, unknown> =>
  (name, ...[input = {}]) =>
    ask(venueUrl, encodeCall(name, input as CallParts));

async function ask<T>(venueUrl: string, { path, body }: { path: string; body: unknown }): Promise<T> {
  const { origin, headers } = venueAddress(venueUrl);
  const answer = await call(`${origin}${path}`, headers, body === undefined ? undefined : JSON.stringify(body)).catch(
    () => {
      throw new VenueAway(`Заведение ${venueUrl} не отвечает. Проверьте адрес и сеть`);
    },
  );
  let reply: Reply;
  try {
    reply = JSON.parse(answer.text) as Reply;
  } catch {
    throw new VenueAway(`По адресу ${venueUrl} отвечает не заведение. Скопируйте адрес из панели`);
  }
  if (answer.status === 200 && reply?.success) return reply as T;
  const sentence = reply?.error ?? `Заведение ответило ошибкой ${answer.status}`;
  if (answer.status === 404) throw new VenueAway(`По адресу ${venueUrl} заведения нет. Скопируйте адрес из панели`);
  if (answer.status === 429 || answer.status >= 500) throw new VenueAway(sentence);
  throw new SignInRefused(sentence);
}

/** Returns a token of the tenant: the given one, or a fresh one for each call. Throws VenueAway, SignInRefused. */
export async function signIn(venueUrl: string, credentials: Credentials): Promise<string> {
  if ('token' in credentials) return credentials.token;
  return (await venueAt(venueUrl)('POST /api/auth/login', { body: credentials })).token;
}

/** Throws VenueAway, SignInRefused. */
export const redeemCode = (venueUrl: string, code: string): Promise<RedeemAnswer> =>
  venueAt(venueUrl)('POST /api/auth/redeem', { body: { code } });

/** Throws VenueAway. */
export const venueName = async (venueUrl: string): Promise<string> =>
  (await venueAt(venueUrl)('GET /api/venue')).venue.name;
