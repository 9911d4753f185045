import { ListFailed } from '../list/ListMessages.tsx';
import type { useSuites } from './runs.ts';
import { Summary } from './Summary.tsx';
import { TestCard } from './TestCard.tsx';
import type { useStart } from './use-start.ts';

interface TestsTabProps {
  found: ReturnType<typeof useSuites>;
  start: ReturnType<typeof useStart>;
}

export function TestsTab({ found: { suites, error, refetch }, start }: TestsTabProps) {
  if (error && !suites) return <ListFailed text="Не удалось загрузить данные" error={error} onRetry={refetch} />;
  return (
    <>
      {suites && <Summary label="Все тесты" tests={suites.flatMap(({ tests }) => tests)} />}
      <div className="test-cards">
        {suites?.map((suite) => (
          <TestCard
            key={suite.name}
            suite={suite}
            isStarting={start.isStarting(suite.name)}
            onRun={() => void start.run(suite.name)}
          />
        ))}
      </div>
    </>
  );
}
