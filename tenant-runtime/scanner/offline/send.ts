import { type ApiClient, ApiError, isVenueAway } from '@ostatok/kit/web/api-client.ts';
import type { ChangeResult } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { Doubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import type { Settlement } from './journal.ts';
import { type Kept, type Operation, refOf } from './operations.ts';

export type Api = Pick<ApiClient<VenueEndpoints>, 'call'>;
type Of<K extends Operation['kind']> = Extract<Operation, { kind: K }>;

/** Longer than the slowest connection needs; a dead connection must not block the queue for ever. */
const LONGEST_MS = 45_000;
const patience = (): { signal: AbortSignal } => ({ signal: AbortSignal.timeout(LONGEST_MS) });

/** The server refused the batch as a whole, but may accept its halves. */
export class TooMuch extends Error {}

/** Whether the error is the tenant's own response and not, for instance, the login page of a café's network. */
const isAnswer = (error: unknown): error is ApiError =>
  error instanceof ApiError && typeof error.body.error === 'string' && error.status < 500 && !isVenueAway(error);

const known = ({ ref }: { ref: Of<'change'>['ref'] }): number => {
  if ('itemId' in ref) return ref.itemId;
  throw new Error('An item that the server does not know comes before everything said of it');
};

const weightOrNot = <T extends object>(amount: T): Omit<T, 'estimate'> => {
  const { estimate: _own, ...sent } = amount as T & { estimate?: number };
  return sent;
};

function changeOf({ id, at, operation }: Kept): Record<string, unknown> {
  const { ref: _ref, kind: _kind, amount, ...rest } = operation as Of<'change'>;
  return { id, at, itemId: known(operation as Of<'change'>), ...weightOrNot(amount), ...rest };
}

function entryOf({ id, at, operation }: Kept): Record<string, unknown> {
  const { ref: _ref, kind: _kind, countId: _count, amount, ...rest } = operation as Of<'entry'>;
  return { id, at, itemId: known(operation as Of<'entry'>), ...weightOrNot(amount), ...rest };
}

/** Sorts a batch by the server's results; a record without a result stays in the queue. */
function sorted<R extends Pick<ChangeResult, 'id' | 'status' | 'error' | 'doubt'> & { seen?: unknown }>(
  batch: readonly Kept[],
  results: R[],
) {
  const byId = new Map(results.map((result) => [result.id, result]));
  const done: Kept[] = [];
  const refused: Settlement['refused'][number][] = [];
  for (const kept of batch) {
    const result = byId.get(kept.id);
    if (!result) continue;
    if (result.status === 'rejected') {
      const { error = 'Не принято', doubt, seen } = result;
      refused.push({ kept, error, doubt, ...(seen !== undefined && { seen: true as const }) });
    } else done.push(kept);
  }
  if (done.length + refused.length === 0) throw new Error('The answer tells nothing of what was sent');
  return { done, refused };
}

async function sendChanges(api: Api, batch: readonly Kept[]): Promise<Settlement> {
  const { results } = await api.call('POST /api/changes', {
    body: { changes: batch.map(changeOf) },
    ...patience(),
  });
  return {
    ...sorted(batch, results),
    items: results.flatMap(({ item }) => (item ? [item] : [])),
    deltas: new Map(results.flatMap(({ id, change }) => (change ? [[id, change.delta]] : []))),
  };
}

async function sendEntries(api: Api, countId: number, batch: readonly Kept[]): Promise<Settlement> {
  try {
    const { results } = await api.call('POST /api/counts/:id/entries', {
      params: { id: countId },
      body: { entries: batch.map(entryOf) },
      ...patience(),
    });
    return {
      ...sorted(batch, results),
      entries: results.flatMap(({ entry }) => (entry ? [{ ...entry, countId }] : [])),
      lines: results.flatMap(({ line }) => (line ? [{ ...line, countId }] : [])),
    };
  } catch (error) {
    // The count itself is closed, cancelled or deleted: the error applies to each of its entries.
    if (!isAnswer(error) || ![403, 404, 409].includes(error.status)) throw error;
    return { done: [], refused: batch.map((kept) => ({ kept, error: error.message })) };
  }
}

async function lookUp(api: Api, ean: string): Promise<ShownItem | undefined> {
  try {
    return (await api.call('GET /api/lookup/:ean', { params: { ean }, ...patience() })).item;
  } catch (error) {
    if (isAnswer(error)) return undefined;
    throw error;
  }
}

/**
 * Creates an item. If it is refused because its code already belongs to an item, added by another phone or in the
 * panel, that item is used.
 */
async function sendItem(api: Api, kept: Kept): Promise<Settlement> {
  const { item } = kept.operation as Of<'item'>;
  try {
    const body = { ...item, key: kept.id, propose: Boolean(item.ean) };
    const made = await api.call('POST /api/items', { body, ...patience() });
    return { done: [kept], refused: [], made: { key: kept.id, item: made.item } };
  } catch (error) {
    if (!isAnswer(error) || ![403, 409].includes(error.status) || !item.ean) throw error;
    const taken = await lookUp(api, item.ean);
    if (!taken) throw error;
    return { done: [kept], refused: [], made: { key: kept.id, item: taken } };
  }
}

async function sendMeasure(api: Api, kept: Kept): Promise<Settlement> {
  const operation = kept.operation as Of<'measure'>;
  const { weight, confirmed } = operation;
  const body = { ...weight, id: kept.id, at: new Date(kept.at), ...(confirmed && { confirmed }) };
  const call = { params: { id: known(operation) }, body, ...patience() };
  const { item } = await api.call('POST /api/items/:id/measure', call);
  return { done: [kept], refused: [], items: [item] };
}

/** Treats 404 as done: what the tenant does not have, as after a restore from a backup, needs no taking back. */
async function unlessGone(kept: Kept, taken: Promise<Settlement>): Promise<Settlement> {
  try {
    return await taken;
  } catch (error) {
    if (!isAnswer(error) || error.status !== 404) throw error;
    return { done: [kept], refused: [] };
  }
}

async function takeBackEntry(api: Api, kept: Kept): Promise<Settlement> {
  const { countId, entryId } = kept.operation as Of<'takeBack'>;
  const call = { params: { id: countId, entryId }, ...patience() };
  const { entry, line } = await api.call('DELETE /api/counts/:id/entries/:entryId', call);
  return {
    done: [kept],
    refused: [],
    entries: [{ ...entry, countId }],
    lines: line ? [{ ...line, countId }] : [],
  };
}

async function detachCode(api: Api, kept: Kept): Promise<Settlement> {
  const { codeId } = kept.operation as Of<'detach'>;
  const { item } = await api.call('DELETE /api/attached-codes/:id', { params: { id: codeId }, ...patience() });
  return { done: [kept], refused: [], items: item ? [item] : [] };
}

async function takeBackChange(api: Api, kept: Kept): Promise<Settlement> {
  const { changeId } = kept.operation as Of<'undo'>;
  const call = { params: { id: changeId }, body: { source: 'scanner' as const }, ...patience() };
  const { item, counted_since } = await api.call('POST /api/changes/:id/undo', call);
  return { done: [kept], refused: [], items: item ? [item] : [], countedSince: counted_since ?? null };
}

const sendTakeBack = (api: Api, kept: Kept): Promise<Settlement> => unlessGone(kept, takeBackEntry(api, kept));
const sendDetach = (api: Api, kept: Kept): Promise<Settlement> => unlessGone(kept, detachCode(api, kept));
const sendUndo = (api: Api, kept: Kept): Promise<Settlement> => unlessGone(kept, takeBackChange(api, kept));

async function sendCode(api: Api, kept: Kept): Promise<Settlement> {
  const operation = kept.operation as Of<'code'>;
  const { ean, pack } = operation;
  const body = { id: kept.id, at: kept.at, ean, pack };
  const call = { params: { id: known(operation) }, body, ...patience() };
  const { item } = await api.call('POST /api/items/:id/codes', call);
  return { done: [kept], refused: [], items: [item] };
}

async function sendMark(api: Api, kept: Kept): Promise<Settlement> {
  const operation = kept.operation as Of<'mark'>;
  const body = { mark: operation.mark, itemId: known(operation), at: kept.at };
  const { item } = await api.call('POST /api/marks', { body, ...patience() });
  return { done: [kept], refused: [], items: [item] };
}

const alone = {
  item: sendItem,
  measure: sendMeasure,
  takeBack: sendTakeBack,
  undo: sendUndo,
  code: sendCode,
  mark: sendMark,
  detach: sendDetach,
};

/** The question of a measured weight that differs from the last one. */
const doubtIn = ({ operation }: Kept, { code, message }: ApiError): { doubt?: Doubt } =>
  operation.kind === 'measure' && code === 'doubtful' ? { doubt: { question: message } } : {};

/** Sends a batch and returns the outcome; throws when it must be retried later. */
export async function sendBatch(api: Api, batch: readonly Kept[]): Promise<Settlement> {
  const [first] = batch;
  if (!first) return { done: [], refused: [] };
  // A new item is sent before its records: one that still refers to its key has lost its item.
  const orphans = batch.filter((kept) => 'itemKey' in (refOf(kept) ?? {}));
  if (orphans.length > 0) {
    return { done: [], refused: orphans.map((kept) => ({ kept, error: 'Новой позиции в очереди уже нет' })) };
  }
  const { operation } = first;
  const { kind } = operation;
  try {
    if (kind === 'change') return await sendChanges(api, batch);
    if (kind === 'entry') return await sendEntries(api, operation.countId, batch);
    return await alone[kind](api, first);
  } catch (error) {
    const tooLarge = error instanceof ApiError && error.status === 413;
    const wrong = isAnswer(error) && [400, 413, 422].includes(error.status);
    if ((wrong || tooLarge) && batch.length > 1) throw new TooMuch();
    const single = kind !== 'change' && kind !== 'entry';
    const refused = wrong || tooLarge || (single && isAnswer(error) && ![401, 408, 425, 429].includes(error.status));
    if (!refused) throw error;
    return { done: [], refused: [{ kept: first, error: error.message, ...doubtIn(first, error) }] };
  }
}
