import type { TestResult, TestRun, TestSuite } from '@ostatok/api/contract/diagnostics.endpoints.ts';

export interface Check {
  name: string;
  description: string;
  purpose: string;
  /** Throws a Russian message when the check fails. */
  run(): Promise<Pick<TestResult, 'message' | 'warning' | 'details'>>;
}

export interface Suite {
  name: string;
  title: string;
  /** The checks are independent of each other and leave nothing behind. */
  checks: Check[];
  /** Removes what a check of a dead process has left. */
  cleanUp?: () => Promise<void>;
}

export const describeSuite = ({ name, title, checks }: Suite): TestSuite => ({
  name,
  title,
  tests: checks.map((check) => ({ name: check.name, description: check.description, purpose: check.purpose })),
});

export async function runCheck({ run, ...check }: Check): Promise<TestResult> {
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

export function summaryOf(results: TestResult[]): TestRun['summary'] {
  const count = (status: TestResult['status']): number => results.filter((result) => result.status === status).length;
  return {
    passed: count('passed'),
    failed: count('failed'),
    warnings: count('warning'),
    totalDuration: results.reduce((sum, result) => sum + result.duration, 0),
  };
}

/** Runs the checks one after another, so that their durations mean something. */
export async function runSuite(suite: Suite): Promise<TestRun> {
  await suite.cleanUp?.();
  const results: TestResult[] = [];
  for (const check of suite.checks) results.push(await runCheck(check));
  return { suite: suite.name, results, summary: summaryOf(results) };
}
