import { Button } from '@mantine/core';
import toast from 'react-hot-toast';
import classes from './offer-undo.module.css';

const OFFER_MS = 10_000;

/** Shows a toast about what was done, with an undo button for ten seconds. */
export function offerUndo(text: string, undo: () => void): void {
  toast.success(
    ({ id }) => (
      <span className={classes.offer}>
        {text}
        <Button
          variant="light"
          size="sm"
          onClick={() => {
            toast.dismiss(id);
            undo();
          }}
        >
          Отменить
        </Button>
      </span>
    ),
    { duration: OFFER_MS },
  );
}
