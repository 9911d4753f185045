import { setTimeout as sleep } from 'node:timers/promises';
import type { Operation, OperationItem } from '@ostatok/api/contract/operations.ts';
import { type Api, Refusal } from '../api-client.ts';

export interface OperationProgress {
  operation: Operation;
  /** What is under way right now, and what has failed, the latest few of each. */
  running: OperationItem[];
  failed: OperationItem[];
  /** The platform did not answer the last question; the work goes on there all the same. */
  lost: boolean;
}

const POLL_MS = 400;
const LOST_FOR_MS = 10 * 60_000;
const SHOWN = 5;

const over = ({ finished_at }: Operation): boolean => finished_at !== null;

async function look(api: Api, id: string): Promise<OperationProgress> {
  const path = `/api/admin/operations/${id}`;
  const { operation } = await api.get<{ operation: Operation }>(path);
  const some = async (status: OperationItem['status']): Promise<OperationItem[]> =>
    (await api.get<{ items: OperationItem[] }>(`${path}/items?status=${status}&limit=${SHOWN}`)).items;
  const [running, failed] = await Promise.all([
    over(operation) ? [] : some('running'),
    operation.failed > 0 ? some('failed') : [],
  ]);
  return { operation, running, failed, lost: false };
}

const isPassing = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'unreachable' || error.status >= 500);

/** Resolves when it has ended, however; a connection that is lost is waited for. Throws Refusal, and when `signal` aborts. */
export async function followOperation(
  api: Api,
  id: string,
  onProgress: (progress: OperationProgress) => void,
  signal?: AbortSignal,
): Promise<Operation> {
  let last: OperationProgress | undefined;
  let lostSince: number | undefined;
  for (;;) {
    try {
      last = await look(api, id);
      lostSince = undefined;
      onProgress(last);
      if (over(last.operation)) return last.operation;
    } catch (error) {
      lostSince ??= Date.now();
      if (!isPassing(error) || Date.now() - lostSince > LOST_FOR_MS) throw error;
      if (last) onProgress({ ...last, lost: true });
    }
    await sleep(lostSince ? POLL_MS * 3 : POLL_MS, undefined, { signal });
  }
}
