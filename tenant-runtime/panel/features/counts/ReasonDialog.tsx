import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';

interface ReasonDialogProps {
  title: string;
  /** One sentence about what will happen. */
  consequence: string;
  button: string;
  danger?: boolean;
  busy: boolean;
  onSubmit: (reason: string) => void;
  onClose: () => void;
}

/** Asks for a reason before an exceptional action; the reason stays in the count's history. */
export function ReasonDialog({ title, consequence, button, danger, busy, onSubmit, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (reason.trim() === '') setError('Укажите причину');
    else onSubmit(reason.trim());
  }
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text>{consequence}</Text>
          <Textarea
            data-autofocus
            label="Причина"
            maxLength={300}
            minRows={2}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              setError(null);
            }}
            error={error}
          />
          <Button type="submit" color={danger ? 'red' : undefined} loading={busy}>
            {button}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
