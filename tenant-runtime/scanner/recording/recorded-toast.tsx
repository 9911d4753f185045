import toast from 'react-hot-toast';
import classes from './recorded-toast.module.css';
import { RECORDED } from './take-back-toasts.ts';

const OFFER_MS = 6_000;

/** Shows what was recorded and, when it can be taken back, a button for it. */
export function offerTakeBack(text: string, takeBack: (() => void) | undefined): void {
  if (!takeBack) return void toast.success(text, { id: RECORDED });
  toast.success(
    <span className={classes.offer}>
      <span>{text}</span>
      <button type="button" className={classes.back} onClick={takeBack}>
        Отменить
      </button>
    </span>,
    { id: RECORDED, duration: OFFER_MS },
  );
}
