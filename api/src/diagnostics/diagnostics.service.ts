import type { TestRun, TestSuite } from '@ostatok/api/contract/diagnostics.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import { describeSuite, runSuite, type Suite } from './suite.ts';

/** The checks an administrator runs against the living platform. */
export function createDiagnostics(suites: Suite[]) {
  return {
    list: (): TestSuite[] => suites.map(describeSuite),
    async run(name: string): Promise<TestRun> {
      const suite = suites.find((one) => one.name === name);
      if (!suite) throw new NotFound(`Нет такого набора проверок: ${name}`, 'suite_not_found');
      return runSuite(suite);
    },
    async runAll(): Promise<TestRun[]> {
      const runs: TestRun[] = [];
      for (const suite of suites) runs.push(await runSuite(suite));
      return runs;
    },
  };
}
export type Diagnostics = ReturnType<typeof createDiagnostics>;
