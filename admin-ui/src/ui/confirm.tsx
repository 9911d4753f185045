import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { openDialog } from './dialogs.tsx';

interface Question {
  title: string;
  text?: ReactNode;
  /** The label of the confirming button, a verb. */
  yes: string;
  danger?: boolean;
}

function Confirmation({ title, text, yes, danger, onAnswer }: Question & { onAnswer: (answer: boolean) => void }) {
  const id = useId();
  return (
    <Dialog open onClose={() => onAnswer(false)} aria-labelledby={id} role="alertdialog" maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      {text && <DialogContent>{text}</DialogContent>}
      <DialogActions>
        <Button color="inherit" onClick={() => onAnswer(false)}>
          Отмена
        </Button>
        <Button variant="contained" color={danger ? 'error' : 'primary'} onClick={() => onAnswer(true)} autoFocus>
          {yes}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Asks for confirmation before something that cannot easily be undone. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    openDialog((close) => (
      <Confirmation
        {...question}
        onAnswer={(answer) => {
          close();
          resolve(answer);
        }}
      />
    ));
  });
