import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { venueAddress } from './venue-address.ts';

export type Credentials = { token: string } | { username: string; password: string };

/** The venue understood and said no: repeating the same does not help. */
export class SignInRefused extends Error {}

const ANSWER_WITHIN_MS = 10_000;

/** fetch would not send our Host. */
function post(url: string, headers: Record<string, string>, body: string): Promise<{ status: number; text: string }> {
  const request = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const call = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      timeout: ANSWER_WITHIN_MS,
    });
    call.once('timeout', () => call.destroy(new Error('no answer')));
    call.once('error', reject);
    call.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.once('error', reject);
    });
    call.end(body);
  });
}

/** Gives a token of the venue: the one it was given, or a fresh one for each asking. Throws SignInRefused. */
export async function signIn(venueUrl: string, credentials: Credentials): Promise<string> {
  if ('token' in credentials) return credentials.token;
  const { origin, headers } = venueAddress(venueUrl);
  const { status, text } = await post(`${origin}/api/auth/login`, headers, JSON.stringify(credentials));
  if (status === 200) return (JSON.parse(text) as { token: string }).token;
  if (status >= 400 && status < 500 && status !== 429) throw new SignInRefused('Заведение не приняло логин или пароль');
  throw new Error(`venue answered sign-in with ${status}`);
}
