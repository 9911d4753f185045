/**
 * A run that has to end by a certain time begins no file after it. CI ends whatever lasts longer, and machines are at
 * times three times slower than at others.
 */
import { registerHooks } from 'node:module';
import type { Result } from './tap.ts';

/** Set for a run that has to end: seconds since 1970, after which no file is begun. */
const DEADLINE = 'OSTATOK_TEST_DEADLINE';
const LEFT = 'left to another run: its time is over';

export const hasDeadline = (): boolean => Boolean(process.env[DEADLINE]);

/** The same deadline, moved by some seconds; nothing where there is none. */
export const laterDeadline = (seconds: number): NodeJS.ProcessEnv =>
  hasDeadline() ? { [DEADLINE]: String(Number(process.env[DEADLINE]) + seconds) } : {};

/**
 * Replaces the test file, given by its address, by one skipped test once the deadline has passed. Runs that the file
 * itself starts have none.
 */
export function leaveWhenLate(file: string): void {
  const deadline = Number(process.env[DEADLINE] ?? Number.POSITIVE_INFINITY) * 1000;
  delete process.env[DEADLINE];
  if (Date.now() < deadline) return;
  const source = `import test from 'ava';\ntest.skip(${JSON.stringify(LEFT)}, (t) => t.pass());\n`;
  registerHooks({
    load: (url, context, next) =>
      url === file ? { format: 'module', shortCircuit: true, source } : next(url, context),
  });
}

/** Takes the files that were left out of the results. */
export function splitByLeft(results: Result[]): { ran: Result[]; left: string[] } {
  const isLeft = ({ outcome, title }: Result): boolean => outcome === 'skipped' && title === LEFT;
  return {
    ran: results.filter((result) => !isLeft(result)),
    left: results.filter(isLeft).map(({ file }) => file ?? ''),
  };
}
