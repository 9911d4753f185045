import { Fragment, type ReactNode } from 'react';

/** Names and values, one beneath another. */
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
