import { Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

/** What it has come to. It takes the focus from what is gone: a screen reader reads it, and Tab goes on from here. */
export function Outcome({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <Text ref={ref} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Text>
  );
}
