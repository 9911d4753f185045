import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

interface ConfirmButtonProps {
  label: string;
  variant?: 'default' | 'subtle';
  question: string;
  /** The label of the button that does it. */
  confirm: string;
  isBusy: boolean;
  onConfirm: () => void;
}

/** Asks once, in its own place, before it does what cannot be taken back. */
export function ConfirmButton({
  label,
  variant = 'default',
  question,
  confirm,
  isBusy,
  onConfirm,
}: ConfirmButtonProps) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <Button variant={variant} {...(variant === 'subtle' && { color: 'gray' })} onClick={() => setAsked(true)}>
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
