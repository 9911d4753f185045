import { Title } from '@mantine/core';
import { Failure } from '../../ui/Failure.tsx';
import classes from './Sales.module.css';
import { useSources } from './sales.ts';
import { dayText } from './sales-labels.ts';

/** Where sales come from, and up to which day they are there. */
export function Sources() {
  const { data: sources, error, refetch } = useSources();
  if (error && !sources) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!sources || sources.length === 0) return null;
  return (
    <section className={classes.part} aria-labelledby="sources-title">
      <Title order={2} size="h4" id="sources-title">
        Откуда продажи
      </Title>
      <ul className={classes.sources}>
        {sources.map(({ id, name, last_day, open }) => (
          <li key={id} className={classes.source}>
            <b className={classes.breaking}>{name}</b>
            <span>{last_day ? `по ${dayText(last_day)}` : 'продаж ещё нет'}</span>
            {open > 0 && <span className={classes.dim}>не сопоставлено: {open}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
