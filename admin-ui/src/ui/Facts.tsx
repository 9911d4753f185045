import { Fragment, type ReactNode } from 'react';

/** A list of names with values. */
export const Facts = ({ facts }: { facts: (readonly [string, ReactNode] | false | undefined)[] }) => (
  <dl className="facts">
    {facts
      .filter((fact) => fact !== false && fact !== undefined)
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value ?? '—'}</dd>
        </Fragment>
      ))}
  </dl>
);
