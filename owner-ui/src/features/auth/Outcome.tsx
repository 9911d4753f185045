import { Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

/**
 * Shows the result of a form. It takes the focus from the removed form, so that screen readers read it and Tab
 * continues from here.
 */
export function Outcome({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <Text ref={ref} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Text>
  );
}
