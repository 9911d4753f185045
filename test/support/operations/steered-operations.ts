import { randomUUID } from 'node:crypto';
import type { Operation, OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import test from 'ava';
import { bearer, createTestApi, type TestApi } from '../platform/api.ts';

export let api: TestApi;
export let admin: Awaited<ReturnType<TestApi['signUp']>>;

/** The work of the next items of a key; set by a test. */
export const acts = new Map<string, (attempt: number) => Promise<object>>();
export const finished: string[] = [];

/** Starts the file's API before its tests and stops it after them. */
export function setUpOperations(): void {
  test.before(async () => {
    api = await createTestApi();
    admin = await api.signUp('admin');
    const { operations } = api.administration;
    const run = async ({ key, attempt }: { key: string; attempt: number }): Promise<object> =>
      (await acts.get(key)?.(attempt)) ?? {};
    operations.define('cleanup', { concurrency: 2, run });
    operations.define('backup', { concurrency: 1, maxAttempts: 3, run });
    operations.define('update_all', { concurrency: 4, firstAlone: true, stopAfterFailures: 3, run });
    operations.define('diagnostics', {
      concurrency: 4,
      run,
      async finish({ id, total, done, failed, skipped }) {
        finished.push(id);
        return { message: 'Проверено', result: { total, done, failed, skipped } };
      },
    });
  });
  test.after.always(() => api.close());
}
export const keysOf = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

export function start(kind: Operation['kind'], keys: string[], unique?: string): Promise<Operation> {
  const items = keys.map((key, index) => ({ key, label: `Часть ${index + 1}`, payload: { index } }));
  return api.db.transaction((trx) =>
    api.administration.operations.start(trx, { kind, title: 'Проба', startedBy: admin.id, items, unique }),
  );
}

export const ended = (id: string): Promise<Operation> => api.administration.operations.waitFor(id, 120_000);

export async function itemsOf(id: string): Promise<OperationItem[]> {
  const answer = await api.call.get(`/api/admin/operations/${id}/items`).set(...bearer(admin));
  return answer.body.items;
}

export const steer = (id: string, act: string) =>
  api.call.post(`/api/admin/operations/${id}/${act}`).set(...bearer(admin));

/** A promise that waits until the test opens it. */
export function gate(): { open: () => void; entered: Promise<void>; pass: () => Promise<object> } {
  const entered = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<object>();
  return {
    open: () => opened.resolve({}),
    entered: entered.promise,
    pass: () => {
      entered.resolve();
      return opened.promise;
    },
  };
}
