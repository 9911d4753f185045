import { FeedFailure } from './feed-failure.ts';
import type { SendOutgoing } from './outgoing.ts';

export interface PosterAccount {
  token: string;
  /** The number of a point of sale; null: all of them. */
  store: string | null;
}

const REPORT_MS = 60_000;
const MOST_WORDS = 200;
/** access_token is missing, wrong or expired; the application may not call the method; access is denied. */
const REFUSED = [10, 11, 12, 20, 54];
const TOO_OFTEN = 700;

/** Reads an error, which comes with the status 200: an object with a code and a message, or the code alone. */
function errorIn(text: string): { code: number; message: string } | undefined {
  if (!/^\s*\{\s*"error"/.test(text)) return undefined;
  try {
    const { error, message } = JSON.parse(text) as { error: unknown; message?: unknown };
    const fields = (typeof error === 'object' && error !== null ? error : { code: error, message }) as {
      code?: unknown;
      message?: unknown;
    };
    return { code: Number(fields.code), message: String(fields.message ?? '').slice(0, MOST_WORDS) };
  } catch {
    return { code: 0, message: '' };
  }
}

function failureOf({ code, message }: { code: number; message: string }): FeedFailure {
  const more = ` Poster говорит: «${[code, message].filter(Boolean).join(' ')}»`;
  if (REFUSED.includes(code)) {
    return new FeedFailure(`Poster не принимает токен. Возьмите новый и укажите его в подключении.${more}`, {
      refused: true,
    });
  }
  if (code === TOO_OFTEN) return new FeedFailure(`Poster просит спрашивать реже. Попробуем ещё раз сами.${more}`);
  return new FeedFailure(`Poster отказал в отчёте.${more}`);
}

/** Writes what was sold on one day to a file; false where there was nothing. Throws FeedFailure. */
export async function fetchPosterDay(
  { send, apiRoot }: { send: SendOutgoing; apiRoot: string },
  { token, store }: PosterAccount,
  day: string,
  to: string,
  signal: AbortSignal,
): Promise<boolean> {
  const url = new URL(`${apiRoot}/dash.getProductsSales`);
  const date = day.replaceAll('-', '');
  const asked = { format: 'json', token, date_from: date, date_to: date, ...(store !== null && { spot_id: store }) };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const { status, text } = await send({ url, to, timeoutMs: REPORT_MS, signal });
  const error = errorIn(text);
  if (error) throw failureOf(error);
  if (status === 401 || status === 403) throw failureOf({ code: 11, message: '' });
  if (status !== 200) throw new FeedFailure(`Poster ответил ошибкой ${status}. Попробуем ещё раз сами`);
  if (!/^\s*\{/.test(text)) throw new FeedFailure('Poster ответил страницей, а не отчётом. Попробуем ещё раз сами');
  return !/^\s*\{\s*"response"\s*:\s*(\[\s*\]|null|false)/.test(text);
}
