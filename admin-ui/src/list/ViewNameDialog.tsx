import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { useId, useState } from 'react';

const LONGEST_NAME = 40;

interface ViewNameDialogProps {
  title: string;
  initial: string;
  /** The names of other views. */
  taken: string[];
  onName: (name: string) => void;
  onClose: () => void;
}

export function ViewNameDialog({ title, initial, taken, onName, onClose }: ViewNameDialogProps) {
  const [name, setName] = useState(initial);
  const id = useId();
  const isTaken = taken.includes(name.trim());
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!name.trim()) return;
          onName(name.trim());
          onClose();
        }}
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            label="Название"
            helperText={
              isTaken ? 'Такой вид уже есть: новый его заменит' : 'Поиск, фильтры и порядок останутся под этим именем'
            }
            value={name}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: LONGEST_NAME } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" variant="contained" disabled={!name.trim()}>
            Сохранить
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
