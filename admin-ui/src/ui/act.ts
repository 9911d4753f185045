import type { LiveResource } from '@ostatok/api/contract/live.ts';
import { changed } from '../live/invalidation.ts';
import { confirm } from './confirm.tsx';
import { sayDone, sayFailed, sayProgress } from './say.tsx';

/** Calls at once where many rows are meant: no server is to be flooded by one click. */
const AT_ONCE = 4;
/** So many are seen at a glance, and taken back as soon. */
const FEW = 10;

interface Deed<Row> {
  rows: Row[];
  call: (row: Row) => Promise<unknown>;
  /** Said of one row; of several, with their number after it. */
  done: string;
  failed: string;
  /** What shows the change. */
  resources: LiveResource[];
  /** What is asked first where many rows are meant, and nobody has asked yet: a verb and whom. */
  ask?: { title: string; yes: string; danger?: boolean };
  /** The call that takes it back, where there is one, and what is said then. */
  undo?: { call: (row: Row) => Promise<unknown>; done: string; failed: string };
}

/** The window asks before it closes upon what is only half done. */
const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

async function callEach<Row>(rows: Row[], call: (row: Row) => Promise<unknown>) {
  const done: Row[] = [];
  const failed: Row[] = [];
  const errors: unknown[] = [];
  const waiting = rows.values();
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
  };
  const progress = rows.length > FEW ? sayProgress(rows.length, stop) : undefined;
  async function worker(): Promise<void> {
    for (const row of waiting) {
      if (isStopped) return;
      try {
        await call(row);
        done.push(row);
      } catch (error) {
        failed.push(row);
        errors.push(error);
      }
      progress?.show(done.length + failed.length);
    }
  }
  if (progress) window.addEventListener('beforeunload', warn);
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, worker));
  } finally {
    window.removeEventListener('beforeunload', warn);
    progress?.end();
  }
  return { done, failed, errors };
}

const outcomes = new WeakMap<object, 'done' | 'failed'>();

/** What became of the row when something was last done to it, as it stood in its list then; undefined: nothing was. */
export const outcomeOf = (row: object): 'done' | 'failed' | undefined => outcomes.get(row);

/** Does it to every row, says how it went, and offers to take it back; whether all went well. */
export async function act<Row extends object>(deed: Deed<Row>): Promise<boolean> {
  const { rows, call, done, failed, resources, undo, ask } = deed;
  if (ask && rows.length > FEW) {
    const title = `${ask.title}: ${rows.length.toLocaleString('ru-RU')}?`;
    if (!(await confirm({ ...ask, title }))) return false;
  }
  const result = await callEach(rows, call);
  for (const row of result.done) outcomes.set(row, 'done');
  for (const row of result.failed) outcomes.set(row, 'failed');
  for (const resource of resources) changed(resource);
  const takeBack =
    undo && (() => void act({ rows: result.done, call: undo.call, done: undo.done, failed: undo.failed, resources }));
  const count = result.done.length;
  if (count > 0) sayDone(rows.length === 1 ? done : `${done}: ${count.toLocaleString('ru-RU')}`, takeBack);
  if (result.errors.length > 0) {
    const many = rows.length > 1 ? ` (${result.errors.length.toLocaleString('ru-RU')})` : '';
    sayFailed(`${failed}${many}`, result.errors[0]);
  }
  return result.errors.length === 0;
}

/** Of what is done to venues and people, in the spec's words. */
export const couldNot = (action: string): string => `Не удалось выполнить действие: ${action}`;
