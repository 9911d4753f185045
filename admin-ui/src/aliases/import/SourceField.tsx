import { Button, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';

interface Props {
  source: string | null;
  isBusy: boolean;
  onSource: (source: string | null) => void;
}

/** Whose list it is: a later one of the same source is compared with the earlier ones. */
export function SourceField({ source, isBusy, onSource }: Props) {
  const [text, setText] = useState(source ?? '');
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
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" color="inherit" disabled={isBusy || given === source}>
        Сверить
      </Button>
    </form>
  );
}
