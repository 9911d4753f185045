import { type Kept, type Operation, type Said, takenBy } from './operations.ts';

type Recorded = Extract<Operation, { kind: 'change' | 'entry' | 'code' }>;

/** What a person has recorded on this phone, sent or not, so that it can be taken back. */
export interface OwnRecord extends Pick<Said, 'id' | 'at' | 'itemName' | 'unit'> {
  operation: Recorded;
  /** The difference that the server made of a change, once it has said so; null where that is hidden. */
  delta?: number | null;
  takenBack?: true;
}

/** An evening's slips are found among the last. */
const MOST = 40;

/** Under this fact stand the person's records, as JSON. */
export const recordsFact = (owner: number): string => `records:${owner}`;

interface Facts {
  get(key: string): Promise<string | number | boolean | undefined>;
  put(value: string, key: string): Promise<unknown>;
}

const isRecorded = (operation: Operation): operation is Recorded =>
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

/** `replaced`: the refused record in whose place it comes. */
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

/** They were thrown away by hand. */
export async function dropRecords(facts: Facts, owner: number, ids: ReadonlySet<string>): Promise<void> {
  await edit(facts, owner, (records) => records.filter(({ id }) => !ids.has(id)));
}

export async function markTakenBack(facts: Facts, owner: number, ids: ReadonlySet<string>): Promise<void> {
  await edit(facts, owner, (records) =>
    records.map((record) => (ids.has(record.id) ? { ...record, takenBack: true } : record)),
  );
}

/** What the server took stands in the records as it was sent. */
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
