import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

interface ConfirmButtonProps {
  label: string;
  question: string;
  /** The label of the button that does it. */
  confirm: string;
  isBusy: boolean;
  onConfirm: () => void;
}

/** Asks once, in its own place, before it removes. */
export function ConfirmButton({ label, question, confirm, isBusy, onConfirm }: ConfirmButtonProps) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <Button variant="subtle" color="gray" onClick={() => setAsked(true)}>
        {label}
      </Button>
    );
  }
  return (
    <Group gap="xs" role="alert">
      <Text size="sm">{question}</Text>
      <Button autoFocus color="red" loading={isBusy} onClick={onConfirm}>
        {confirm}
      </Button>
      <Button variant="default" onClick={() => setAsked(false)}>
        Оставить
      </Button>
    </Group>
  );
}
