import { type Kept, type Operation, type Said, takenBy } from './operations.ts';

type Recorded = Extract<Operation, { kind: 'change' | 'entry' | 'code' }>;

/** A record of the user on this phone, sent or not, kept so that it can be taken back. */
export interface OwnRecord extends Pick<Said, 'id' | 'at' | 'itemName' | 'unit'> {
  operation: Recorded;
  /** The difference that a change made on the server, once known; null when hidden. */
  delta?: number | null;
  takenBack?: true;
}

/** The number of records kept: a shift's mistakes are among the last, and a shelf of bottles is weighed in one go. */
const MOST = 300;

/** The key in `facts` of the user's records, stored as JSON. */
export const recordsFact = (owner: number): string => `records:${owner}`;

interface Facts {
  get(key: string): Promise<string | number | boolean | undefined>;
  put(value: string, key: string): Promise<unknown>;
}

export const isRecorded = (operation: Operation): operation is Recorded =>
  operation.kind === 'change' || operation.kind === 'entry' || operation.kind === 'code';

/** Newest first. */
export async function readRecords(facts: Pick<Facts, 'get'>, owner: number): Promise<OwnRecord[]> {
  const text = await facts.get(recordsFact(owner));
  return typeof text === 'string' ? (JSON.parse(text) as OwnRecord[]) : [];
}

async function edit(facts: Facts, owner: number, change: (records: OwnRecord[]) => OwnRecord[]): Promise<void> {
  const records = await readRecords(facts, owner);
  await facts.put(JSON.stringify(change(records)), recordsFact(owner));
}

/** `replaced` is the refused record that the new one replaces. */
export async function addRecord(
  facts: Facts,
  { id, owner, at, itemName, unit, operation }: Omit<Kept, 'seq'>,
  replaced?: string,
): Promise<void> {
  if (!isRecorded(operation)) return;
  await edit(facts, owner, (records) => {
    const others = records.filter((record) => record.id !== id && record.id !== replaced);
    return [{ id, at, itemName, unit, operation }, ...others].slice(0, MOST);
  });
}

/** Removes records that the user discarded. */
export async function dropRecords(facts: Facts, owner: number, ids: ReadonlySet<string>): Promise<void> {
  await edit(facts, owner, (records) => records.filter(({ id }) => !ids.has(id)));
}

export async function markTakenBack(facts: Facts, owner: number, ids: ReadonlySet<string>): Promise<void> {
  await edit(facts, owner, (records) =>
    records.map((record) => (ids.has(record.id) ? { ...record, takenBack: true } : record)),
  );
}

/** Updates the records to what the server accepted, which may differ from what was first recorded. */
export async function settleRecords(
  facts: Facts,
  done: readonly Kept[],
  deltas?: ReadonlyMap<string, number | null>,
): Promise<void> {
  const [first] = done;
  if (!first) return;
  const sent = new Map(done.map((kept) => [kept.id, kept.operation]));
  const taken = new Set(done.flatMap(({ operation }) => takenBy(operation) ?? []));
  await edit(facts, first.owner, (records) =>
    records.map((record) => {
      const operation = sent.get(record.id);
      const delta = deltas?.get(record.id);
      return {
        ...record,
        ...(operation && isRecorded(operation) ? { operation } : {}),
        ...(delta === undefined ? {} : { delta }),
        ...(taken.has(record.id) ? { takenBack: true as const } : {}),
      };
    }),
  );
}
