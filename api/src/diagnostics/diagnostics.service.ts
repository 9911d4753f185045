import type { TestResult, TestRun, TestSuite } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { NotFound } from '@ostatok/kit/node/errors.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { DiskUsage } from './disk-usage.service.ts';
import type { StatsOfPlatform } from './stats.service.ts';
import { describeSuite, runCheck, runSuite, type Suite, summaryOf } from './suite.ts';

interface DiagnosticsDeps {
  db: Knex;
  suites: Suite[];
  operations: Pick<Operations, 'define' | 'start' | 'items'>;
  activity: Pick<Activity, 'record'>;
  stats: StatsOfPlatform;
  disk: DiskUsage;
}

interface Order {
  suite: string;
  check: number;
}

/** Creates the checks that an administrator runs against the running platform. */
export function createDiagnostics({ db, suites, operations, activity, stats, disk }: DiagnosticsDeps) {
  const suiteOf = (name: string): Suite => {
    const suite = suites.find((one) => one.name === name);
    if (!suite) throw new NotFound(`Нет такого набора проверок: ${name}`, 'suite_not_found');
    return suite;
  };

  const titleOf = (name?: string): string => (name === undefined ? 'Все проверки' : `Проверки: ${suiteOf(name).title}`);

  /** Records who started the checks, since they make and remove accounts and tenants. */
  const recordStart = (actorId: number, name?: string): Promise<void> =>
    activity.record(db, { actorId, action: 'operation.started', description: `Начато: ${titleOf(name)}` });

  operations.define<Order, Record<string, unknown>>('diagnostics', {
    concurrency: 1,
    async run({ payload }) {
      const suite = suites.find(({ name }) => name === payload.suite);
      const check = suite?.checks[payload.check];
      if (!check) return { status: 'skipped', message: 'Такой проверки больше нет' };
      if (payload.check === 0) await suite.cleanUp?.();
      const result = await runCheck(check);
      return { message: result.error ?? result.warning ?? result.message, result };
    },
    async finish({ id }) {
      const page = { sort: 'position', order: 'asc', offset: 0, limit: 1000 } as const;
      const { rows } = await operations.items(id, {}, page);
      const { passed, failed, warnings, totalDuration } = summaryOf(
        rows.flatMap(({ result }) => (result ? [result as TestResult] : [])),
      );
      const message = `Успешно: ${passed}, с замечаниями: ${warnings}, не прошло: ${failed}`;
      return { message, result: { passed, failed, warnings, totalDuration } };
    },
  });

  return {
    stats: stats.read,
    disk: disk.read,
    list: (): TestSuite[] => suites.map(describeSuite),
    async run(actorId: number, name: string): Promise<TestRun> {
      await recordStart(actorId, name);
      return runSuite(suiteOf(name));
    },
    async runAll(actorId: number): Promise<TestRun[]> {
      await recordStart(actorId);
      const runs: TestRun[] = [];
      for (const suite of suites) runs.push(await runSuite(suite));
      return runs;
    },
    /**
     * Starts the checks as an operation whose items are the checks. Throws Conflict while the same one is under way.
     */
    start(actorId: number, name?: string): Promise<Operation> {
      const chosen = name === undefined ? suites : [suiteOf(name)];
      return db.transaction((trx) =>
        operations.start(trx, {
          kind: 'diagnostics',
          title: titleOf(name),
          startedBy: actorId,
          items: chosen.flatMap((suite) =>
            suite.checks.map((check, index) => ({
              key: `${suite.name}/${index + 1}`,
              label: `${suite.title}: ${check.name}`,
              payload: { suite: suite.name, check: index } satisfies Order,
            })),
          ),
          unique: `diagnostics ${name ?? 'all'}`,
        }),
      );
    },
  };
}
export type Diagnostics = ReturnType<typeof createDiagnostics>;
