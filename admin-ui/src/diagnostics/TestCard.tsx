import { Button } from '@mui/material';
import { Badge } from '../ui/Badge.tsx';
import { Facts } from '../ui/Facts.tsx';
import type { ShownSuite, ShownTest } from './runs.ts';
import { Summary } from './Summary.tsx';
import { number, statuses, tones } from './texts.ts';

function TestDetails({ test: { status, name, description, purpose, result, message } }: { test: ShownTest }) {
  return (
    <details className="test">
      <summary>
        <span className="test-name">{name}</span>
        <span className="test-ms">{result && `${number(result.duration)} мс`}</span>
        <Badge tone={tones[status]}>{statuses[status]}</Badge>
      </summary>
      <Facts
        facts={[
          ['Что делает', description],
          ['Зачем', purpose],
          ['Сообщение', result?.message ?? message],
          result?.warning !== undefined && ['Предупреждение', result.warning],
          result?.error !== undefined && [
            'Ошибка',
            <span key="error" className="problem">
              {result.error}
            </span>,
          ],
          result?.details !== undefined && [
            'Подробности',
            <pre key="details" className="log">
              {JSON.stringify(result.details, null, 2)}
            </pre>,
          ],
        ]}
      />
    </details>
  );
}

interface TestCardProps {
  suite: ShownSuite;
  /** It was requested, but has not been seen to begin yet. */
  isStarting: boolean;
  onRun: () => void;
}

/** One test suite. */
export function TestCard({ suite, isStarting, onRun }: TestCardProps) {
  const { name, title, tests } = suite;
  const isRunning = suite.isRunning || isStarting;
  return (
    <section className="panel test-card" aria-labelledby={`suite-${name}`} aria-busy={isRunning}>
      <header className="panel-title">
        <h2 id={`suite-${name}`}>
          {title} <code className="dim">{name}</code>
        </h2>
        <Button variant="outlined" size="small" disabled={isRunning} aria-label={`Запустить: ${title}`} onClick={onRun}>
          {isRunning ? 'Идёт…' : 'Запустить'}
        </Button>
      </header>
      <Summary label={title} tests={tests} />
      {tests.map((test) => (
        <TestDetails key={test.name} test={test} />
      ))}
    </section>
  );
}
