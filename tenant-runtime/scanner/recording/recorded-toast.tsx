import { showLast } from './last-toast.ts';
import classes from './recorded-toast.module.css';

const OFFER_MS = 6_000;

/** Shows what was recorded and, when it can be taken back, a button for it. */
export function offerTakeBack(text: string, takeBack: (() => void) | undefined): void {
  if (!takeBack) return void showLast('done', text);
  showLast(
    'done',
    <span className={classes.offer}>
      <span>{text}</span>
      <button type="button" className={classes.back} onClick={takeBack}>
        Отменить
      </button>
    </span>,
    { duration: OFFER_MS },
  );
}
