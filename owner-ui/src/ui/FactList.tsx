import type { ReactNode } from 'react';
import classes from './FactList.module.css';

/** A list of terms with values; a missing value is a dash. */
export function FactList({ facts }: { facts: [term: string, value: ReactNode][] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value || '—'}</dd>
        </div>
      ))}
    </dl>
  );
}
