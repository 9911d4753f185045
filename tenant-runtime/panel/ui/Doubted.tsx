import { Alert, Button, Stack } from '@mantine/core';
import type { Doubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';

interface DoubtedProps {
  doubt: Doubt;
  /** With the amount that was probably meant, or with none for what was typed. */
  onConfirm: (instead?: number) => void;
  onBack: () => void;
}

/** Asks whether an amount is meant before it is written. */
export function Doubted({ doubt: { question, instead }, onConfirm, onBack }: DoubtedProps) {
  return (
    <Stack gap="sm">
      <Alert color="amber" variant="light" role="alert">
        {question}
      </Alert>
      {instead && (
        <Button size="lg" data-autofocus onClick={() => onConfirm(instead.amount)}>
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
