import { Alert, Button, Stack } from '@mantine/core';
import type { Doubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { useEffect, useRef } from 'react';

interface DoubtedProps {
  doubt: Doubt;
  /** Called with the probable amount, or without one when the typed amount is meant. */
  onConfirm: (instead?: number) => void;
  onBack: () => void;
}

/**
 * Asks whether an amount is meant before it is written. The focus is before the buttons, so that a second Enter answers
 * nothing.
 */
export function Doubted({ doubt: { question, instead }, onConfirm, onBack }: DoubtedProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <Stack gap="sm" ref={box} tabIndex={-1} style={{ outline: 'none' }}>
      <Alert color="amber" variant="light" role="alert">
        {question}
      </Alert>
      {instead && (
        <Button size="lg" onClick={() => onConfirm(instead.amount)}>
          Записать {instead.label}
        </Button>
      )}
      <Button size="lg" variant={instead ? 'default' : 'filled'} onClick={() => onConfirm()}>
        Всё верно, записать
      </Button>
      <Button size="lg" variant="subtle" onClick={onBack}>
        Изменить
      </Button>
    </Stack>
  );
}
