import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './GuestPage.module.css';
import { Logo } from './Logo.tsx';

interface GuestPageProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Links to other pages. */
  footer?: ReactNode;
}

/** The frame of all pages before sign-in. */
export function GuestPage({ title, lead, children, footer }: GuestPageProps) {
  return (
    <main className={classes.page}>
      <Logo />
      <Paper className={classes.card} withBorder shadow="md" radius="xl">
        <Title order={1} fz="1.75rem">
          {title}
        </Title>
        {lead && (
          <Text c="dimmed" mt={6}>
            {lead}
          </Text>
        )}
        <div className={classes.body}>{children}</div>
      </Paper>
      {footer && <div className={classes.footer}>{footer}</div>}
    </main>
  );
}
