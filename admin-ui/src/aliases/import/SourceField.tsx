import { Button, TextField } from '@mui/material';
import type { FormEvent } from 'react';

interface Props {
  source: string | null;
  /** What stands in the field. */
  text: string;
  isBusy: boolean;
  onText: (text: string) => void;
  onSource: (source: string | null) => void;
}

/** Whose list it is: a later one of the same source is compared with the earlier ones. */
export function SourceField({ source, text, isBusy, onText, onSource }: Props) {
  const given = text.trim() || null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    onSource(given);
  }
  return (
    <form className="import-source" onSubmit={submit}>
      <TextField
        label="Источник"
        helperText="Чей это список. Следующий список того же источника не перезапишет того, что исправили люди"
        size="small"
        value={text}
        slotProps={{ htmlInput: { maxLength: 100 } }}
        onChange={(event) => onText(event.target.value)}
      />
      <Button type="submit" color="inherit" disabled={isBusy || given === source}>
        Сверить
      </Button>
    </form>
  );
}
