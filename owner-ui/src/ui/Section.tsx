import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

interface SectionProps {
  /** The anchor of an address. */
  id?: string;
  title: string;
  lead?: ReactNode;
  /** What cannot be undone stands apart. */
  danger?: boolean;
  children: ReactNode;
}

/** One matter of a page, as a card with its name. */
export function Section({ id, title, lead, danger, children }: SectionProps) {
  const heading = useId();
  return (
    <section id={id} className={classes.section} aria-labelledby={heading} data-danger={danger || undefined}>
      <Title order={2} fz="1.25rem" id={heading} mb={lead ? 4 : 'md'}>
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" mb="md">
          {lead}
        </Text>
      )}
      {children}
    </section>
  );
}
