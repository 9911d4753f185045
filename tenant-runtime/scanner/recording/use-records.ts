import { useCounts } from '../counts/counting.ts';
import { type Kept, takenBy } from '../offline/operations.ts';
import { isRecorded, type OwnRecord, readRecords } from '../offline/records.ts';
import { type Taken, takenOf } from '../offline/take-back.ts';
import { useRead } from '../workspace/use-read.ts';
import { useQueue, useWorkspace } from '../workspace/workspace.ts';
import { wordsOf } from './operation-labels.ts';

/** A record as the list shows it. */
export interface ShownRecord {
  record: OwnRecord;
  words: string;
  /** The state of the record, if it is worth mentioning. */
  state: string | undefined;
  /** The server has refused it. */
  isRefused: boolean;
  /** It is taken back, or will be. */
  isLeaving: boolean;
  /** undefined when there is nothing left to take back. */
  taken: Taken | undefined;
}

interface State {
  state?: string | undefined;
  mayTakeBack: boolean;
  isRefused?: true;
  isLeaving?: true;
}

function stateOf(record: OwnRecord, kept: readonly Kept[], openCounts: ReadonlySet<number> | undefined): State {
  if (record.takenBack) return { state: 'отменено', mayTakeBack: false, isLeaving: true };
  const own = kept.find(({ id }) => id === record.id);
  const reverse = kept.find(({ operation }) => takenBy(operation) === record.id);
  if (reverse?.error !== undefined) return { state: `не отменено: ${reverse.error}`, mayTakeBack: true };
  if (reverse) return { state: 'отменится, когда уйдёт на сервер', mayTakeBack: false, isLeaving: true };
  if (own?.doubt) return { state: 'ждёт вашего ответа в очереди', mayTakeBack: true };
  if (own?.seen) return { state: 'уже посчитана раньше', mayTakeBack: false, isRefused: true };
  if (own?.error !== undefined) return { state: 'не принято', mayTakeBack: true, isRefused: true };
  if (own) return { state: 'в очереди', mayTakeBack: true };
  const { operation } = record;
  const isClosed = operation.kind === 'entry' && openCounts && !openCounts.has(operation.countId);
  return isClosed ? { state: 'подсчёт закрыт', mayTakeBack: false } : { mayTakeBack: true };
}

/** This user's records on this phone, newest first; undefined until they are read. */
export function useRecords(): ShownRecord[] | undefined {
  const { db, user } = useWorkspace();
  const { kept } = useQueue();
  const counts = useCounts();
  const openCounts = counts && new Set(counts.map(({ id }) => id));
  const facts = { get: (key: string) => db.get('facts', key) };
  const records = useRead(() => readRecords(facts, user.id), [db, user.id, kept]);
  return records?.map((record) => {
    // A record that was corrected in the queue has another amount than at first.
    const waiting = kept.find(({ id }) => id === record.id)?.operation;
    const operation = waiting && isRecorded(waiting) ? waiting : record.operation;
    const words = wordsOf({ operation, unit: record.unit });
    const { state, mayTakeBack, isRefused = false, isLeaving = false } = stateOf(record, kept, openCounts);
    const taken = mayTakeBack ? takenOf({ ...record, operation }, words) : undefined;
    return { record: { ...record, operation }, words, state, isRefused, isLeaving, taken };
  });
}
