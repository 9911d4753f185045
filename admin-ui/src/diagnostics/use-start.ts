import type { Operation } from '@ostatok/api/contract/operations.ts';
import { useState } from 'react';
import { begin } from '../operations/queries.ts';
import { queryClient } from '../query-client.ts';
import { sayFailed } from '../ui/say.tsx';

const ALL = '';

/** Starts one suite or, unnamed, all of them: they run on the server, whoever looks on. */
export function useStart() {
  const [starting, setStarting] = useState<ReadonlySet<string>>(new Set());
  async function run(suite = ALL): Promise<void> {
    setStarting((before) => new Set([...before, suite]));
    try {
      await begin<{ operation: Operation }>(suite === ALL ? '/test/run' : `/test/run/${suite}`);
    } catch (error) {
      sayFailed('Ошибка при запуске тестов', error);
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['operations'] });
      setStarting((before) => new Set([...before].filter((one) => one !== suite)));
    }
  }
  return { run, isStarting: (suite: string) => starting.has(suite) || starting.has(ALL) };
}
