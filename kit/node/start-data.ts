import { createHmac, timingSafeEqual } from 'node:crypto';

/** Who has opened a page from a chat. */
export interface Started {
  /** Their number in the messenger. */
  personId: number;
  /** What the pressed button or link said. */
  param: string | undefined;
}

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

/** Numbers above this one are milliseconds: as seconds they would lie three thousand years ahead. */
const MOST_SECONDS = 1e11;

/** Telegram writes seconds; MAX's documentation shows both. */
const momentOf = (date: string | null): number => Number(date) * (Number(date) > MOST_SECONDS ? 1 : 1000);

/**
 * Reads the start data of a mini app, which Telegram and MAX sign alike; undefined for what this bot's token has not
 * signed within the last ten minutes.
 */
export function readStartData(data: string, token: string, now: Date): Started | undefined {
  const fields = new URLSearchParams(data);
  if (!isSigned(fields, token)) return undefined;
  const age = now.getTime() - momentOf(fields.get('auth_date'));
  if (!(age <= FRESH_MS && age >= -AHEAD_MS)) return undefined;
  const personId = idIn(fields.get('user'));
  return personId === undefined ? undefined : { personId, param: fields.get('start_param') ?? undefined };
}
