import type { ShownTest } from './runs.ts';
import { number } from './texts.ts';

/** Summarises the results of the tests that have run. */
export function Summary({ label, tests }: { label: string; tests: ShownTest[] }) {
  const count = (status: ShownTest['status']): number => tests.filter((test) => test.status === status).length;
  const totalDuration = tests.reduce((sum, { result }) => sum + (result?.duration ?? 0), 0);
  if (!tests.some(({ status }) => status !== 'unknown')) return null;
  return (
    <p className="test-summary" role="status" aria-label={label}>
      <span>
        Успешно: <strong>{number(count('passed'))}</strong>
      </span>
      <span className={count('failed') > 0 ? 'problem' : undefined}>
        Не прошли: <strong>{number(count('failed'))}</strong>
      </span>
      <span>
        С замечаниями: <strong>{number(count('warning'))}</strong>
      </span>
      <span>
        Всего: <strong>{number(totalDuration)} мс</strong>
      </span>
    </p>
  );
}
