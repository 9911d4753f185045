import type { TestResult, TestRun, TestSuite } from '@ostatok/api/contract/diagnostics.ts';

export interface Check {
  name: string;
  description: string;
  purpose: string;
  /** Throws when it fails; the message is Russian. */
  run(): Promise<Pick<TestResult, 'message' | 'warning' | 'details'>>;
}

export interface Suite {
  name: string;
  title: string;
  checks: Check[];
}

export const describeSuite = ({ name, title, checks }: Suite): TestSuite => ({
  name,
  title,
  tests: checks.map((check) => ({ name: check.name, description: check.description, purpose: check.purpose })),
});

async function runCheck({ run, ...check }: Check): Promise<TestResult> {
  const started = performance.now();
  const duration = (): number => Math.round(performance.now() - started);
  try {
    const outcome = await run();
    return { ...check, ...outcome, status: outcome.warning ? 'warning' : 'passed', duration: duration() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ...check, status: 'failed', duration: duration(), message: 'Проверка не прошла', error: message };
  }
}

/** One check after another, so that their durations mean something. */
export async function runSuite(suite: Suite): Promise<TestRun> {
  const results: TestResult[] = [];
  for (const check of suite.checks) results.push(await runCheck(check));
  const count = (status: TestResult['status']): number => results.filter((result) => result.status === status).length;
  return {
    suite: suite.name,
    results,
    summary: {
      passed: count('passed'),
      failed: count('failed'),
      warnings: count('warning'),
      totalDuration: results.reduce((sum, result) => sum + result.duration, 0),
    },
  };
}
