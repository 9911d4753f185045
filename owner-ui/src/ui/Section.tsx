import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

interface SectionProps {
  title: string;
  lead?: ReactNode;
  /** What cannot be undone stands apart. */
  danger?: boolean;
  children: ReactNode;
}

/** One matter of a page, as a card with its name. */
export function Section({ title, lead, danger, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id} data-danger={danger || undefined}>
      <Title order={2} fz="1.25rem" id={id} mb={lead ? 4 : 'md'}>
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
