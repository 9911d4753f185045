import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type FormEventHandler, type ReactNode, type Ref, useId } from 'react';

interface FormDialogProps {
  title: string;
  /** A verb. */
  submit: string;
  isBusy: boolean;
  form: { ref: Ref<HTMLFormElement>; onSubmit: FormEventHandler; noValidate: boolean };
  wide?: boolean;
  /** Without it the dialog closes only by submitting its form. */
  onClose?: () => void;
  children: ReactNode;
}

/** A dialog with one form: Enter submits it, Escape closes it. */
export function FormDialog({ title, submit, isBusy, form, wide, onClose, children }: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      open
      // A click outside the dialog does not close it, so that no input is lost.
      onClose={(_event, reason) => reason === 'escapeKeyDown' && onClose?.()}
      aria-labelledby={id}
      maxWidth={wide ? 'md' : 'xs'}
      fullWidth
      scroll="body"
    >
      <form {...form}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions>
          {onClose && (
            <Button color="inherit" onClick={onClose}>
              Отмена
            </Button>
          )}
          <Button type="submit" variant="contained" disabled={isBusy}>
            {submit}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
