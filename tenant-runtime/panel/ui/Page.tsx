import './print.css';
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Page.module.css';

interface PageProps {
  title: string;
  /** The page's actions, beside its title. */
  actions?: ReactNode;
  /** For tables whose columns need more room than text does. */
  wide?: boolean;
  children: ReactNode;
}

export function Page({ title, actions, wide, children }: PageProps) {
  return (
    <div className={classes.page} data-wide={wide}>
      <title>{`${title} — Остаток`}</title>
      <div className={classes.head}>
        <Title order={1} size="h2">
          {title}
        </Title>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
