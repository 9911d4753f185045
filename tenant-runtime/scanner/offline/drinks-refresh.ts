import {
  type DrinkNews,
  EXTRACT_FORMAT,
  EXTRACT_PATH,
  MOST_EXTRACT_BYTES,
  partsOf,
} from '@ostatok/kit/contract/drink-extract.ts';
import { applyChanges, type DrinksState, readState, replaceAll, writeState } from './drinks.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PATIENCE_MS = 120_000;
/** With more changes than these, kept beside the blocks, the whole extract is smaller. */
const MOST_CHANGED = 20_000;
const LOCK = 'ostatok-drinks';

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the phone can unpack the extract, its own pages are on it already, and its user does not save traffic. */
function isGoodMoment(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  if (!('DecompressionStream' in globalThis) || !navigator.locks || !navigator.serviceWorker?.controller) return false;
  return connection?.saveData !== true && !/2g$/.test(connection?.effectiveType ?? '');
}

/** The answer is the same for everybody: it is asked for without a session, and may come from any cache. */
async function ask(path: string): Promise<Response> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(`${EXTRACT_PATH}/${path}`, { credentials: 'omit', priority: 'low', signal });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

async function askNews(version: string | undefined): Promise<DrinkNews> {
  const news: DrinkNews = await (await ask(`since/${version ?? 'none'}`)).json();
  if (news.format !== EXTRACT_FORMAT || typeof news.version !== 'string')
    throw new Error('an extract of another format');
  return news;
}

async function takeWhole(version: string, state: DrinksState): Promise<void> {
  const bytes = new Uint8Array(await (await ask(version)).arrayBuffer());
  const parts = bytes.length <= MOST_EXTRACT_BYTES ? partsOf(bytes) : undefined;
  if (parts?.head.version !== version) throw new Error('not the whole extract');
  await replaceAll(parts.head, parts.blocks, state);
}

async function refresh(now: number): Promise<void> {
  const before = await readState();
  // a time far ahead was written when the phone's clock was wrong
  if (now < before.nextAt && before.nextAt <= now + DAY_MS) return;
  await writeState({ ...before, nextAt: now + HOUR_MS });
  const { version, rows, changes } = await askNews(before.changed > MOST_CHANGED ? undefined : before.version);
  const state = { version, rows, changed: 0, nextAt: now + DAY_MS };
  if (changes) await applyChanges(changes, { ...state, changed: before.changed + changes.length });
  else await takeWhole(version, state);
}

/**
 * Brings the extract of drinks up to date, at most once a day and an hour after a failure, in one tab. Whatever goes wrong
 * leaves what was there, and the scanner goes on with it or without it.
 */
export async function refreshDrinks(now = Date.now()): Promise<void> {
  if (!isGoodMoment()) return;
  await navigator.locks
    .request(LOCK, { ifAvailable: true }, (lock) => (lock ? refresh(now) : undefined))
    .catch(() => undefined);
}
