import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

interface SectionProps {
  /** The anchor in the address. */
  id?: string;
  title: string;
  lead?: ReactNode;
  /** Sets irreversible actions apart. */
  danger?: boolean;
  children: ReactNode;
}

/** A card with a title for one topic of a page. */
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
