import { createHmac, timingSafeEqual } from 'node:crypto';

/** Milliseconds for which a messenger's signature is taken: a page is opened at once. */
const FRESH_MS = 10 * 60_000;
/** By how much the messenger's clock may be ahead of ours. */
const AHEAD_MS = 60_000;

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

function isSigned(fields: URLSearchParams, token: string): boolean {
  const given = Buffer.from(fields.get('hash') ?? '', 'hex');
  const lines = [...fields].filter(([name]) => name !== 'hash').map(([name, value]) => `${name}=${value}`);
  const expected = hmac(hmac('WebAppData', token), lines.sort().join('\n'));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function idIn(user: string | null): number | undefined {
  try {
    const { id } = JSON.parse(user ?? '') as { id?: unknown };
    return Number.isSafeInteger(id) ? (id as number) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the person's number in Telegram by the start data of a mini app, as its documentation has it; undefined for
 * what this bot's token has not signed within the last ten minutes.
 */
export function personOf(data: string, token: string, now: Date): number | undefined {
  const fields = new URLSearchParams(data);
  if (!isSigned(fields, token)) return undefined;
  const age = now.getTime() - Number(fields.get('auth_date')) * 1000;
  if (!(age <= FRESH_MS && age >= -AHEAD_MS)) return undefined;
  return idIn(fields.get('user'));
}
