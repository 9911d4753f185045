import {
  changesOf,
  changesPath,
  type DrinkChange,
  EXTRACT_FORMAT,
  type LatestExtract,
  MOST_EXTRACT_BYTES,
  partsOf,
  wholePath,
} from '@ostatok/kit/contract/drink-extract.ts';
import { applyChanges, type DrinksState, inflate, readState, replaceAll, updateState } from './drinks.ts';
import type { Api } from './send.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PATIENCE_MS = 120_000;
/** With more changes than these, kept beside the blocks, the whole extract is smaller. */
const MOST_CHANGED = 20_000;
/** What must stay free on the phone for what people record. */
const SPARE_BYTES = 20_000_000;
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

/** The files are the same for everybody: they are asked for without a session, and may come from any cache. */
async function ask(path: string, cache: RequestCache = 'default'): Promise<Response | undefined> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(path, { credentials: 'omit', priority: 'low', signal, cache });
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** Undefined when there is no way from that version to the latest, or the answer is damaged. */
async function askChanges(version: string, since: string): Promise<DrinkChange[] | undefined> {
  const answer = await ask(changesPath(version, since));
  return answer && changesOf(await answer.text());
}

type Whole = NonNullable<ReturnType<typeof partsOf>>;

/** Undefined when the file is not all of this version or has a damaged block. */
async function askWhole(version: string, cache: RequestCache): Promise<Whole | undefined> {
  const answer = await ask(wholePath(version), cache);
  const bytes = new Uint8Array((await answer?.arrayBuffer()) ?? []);
  const parts = bytes.length <= MOST_EXTRACT_BYTES ? partsOf(bytes) : undefined;
  if (parts?.head.version !== version) return undefined;
  try {
    for (const block of parts.blocks) await inflate(block);
    return parts;
  } catch {
    return undefined;
  }
}

async function hasRoom(bytes: number): Promise<boolean> {
  const { quota, usage } = await navigator.storage.estimate();
  return quota === undefined || usage === undefined || quota - usage > bytes + SPARE_BYTES;
}

async function takeWhole({ version, rows, size }: LatestExtract, nextAt: number): Promise<void> {
  if (!(await hasRoom(size))) throw new Error('no room for the extract');
  // a cache on the way may have kept a damaged file
  const whole = (await askWhole(version, 'default')) ?? (await askWhole(version, 'reload'));
  if (!whole) throw new Error('not the whole extract');
  await replaceAll(whole.head, whole.blocks, { version, rows, changed: 0, nextAt });
}

async function takeLatest(api: Api, before: DrinksState, nextAt: number): Promise<void> {
  const { extract } = await api.call('GET /api/drinks', { signal: AbortSignal.timeout(PATIENCE_MS) });
  const { format, version, rows } = extract;
  if (format !== EXTRACT_FORMAT) throw new Error('an extract of another format');
  const since = before.changed > MOST_CHANGED ? undefined : before.version;
  if (since === version) return updateState((state) => ({ ...state, nextAt }));
  const changes = since && (await askChanges(version, since));
  if (changes) await applyChanges(changes, since, { version, rows, changed: before.changed + changes.length, nextAt });
  else await takeWhole(extract, nextAt);
}

/** A time further ahead than any pause was written when the phone's clock was wrong. */
const isPause = (until: number, now: number): boolean => now < until && until <= now + DAY_MS;
/** The pause of this tab, for a phone that cannot store even that. */
let pausedUntil = 0;

/** A page that is closed meanwhile has not failed: the next one begins again at once. */
async function refresh(api: Api, now: number): Promise<void> {
  const before = await readState();
  if (isPause(pausedUntil, now) || isPause(before.nextAt, now)) return;
  try {
    await takeLatest(api, before, now + DAY_MS);
  } catch {
    pausedUntil = now + HOUR_MS;
    await updateState((state) => ({ ...state, nextAt: pausedUntil }));
  }
}

let running: Promise<void> | undefined;

/**
 * Brings the extract of drinks up to date, at most once a day and an hour after a failure. Tabs do so one after another,
 * so that those after the first find it done. Whatever goes wrong leaves what was there, and the scanner goes on with it
 * or without it.
 */
export async function refreshDrinks(api: Api, now = Date.now()): Promise<void> {
  if (!isGoodMoment()) return;
  running ??= navigator.locks
    .request(LOCK, () => refresh(api, now))
    .catch(() => undefined)
    .finally(() => {
      running = undefined;
    });
  await running;
}
