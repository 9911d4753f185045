import classes from './Unread.module.css';

/** The number of unseen messages, on the icon of the positioned element that it stands in. */
export function Unread({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={classes.unread}>
      <span className={classes.label}>, новых сообщений: </span>
      {count > 99 ? '99+' : count}
    </span>
  );
}
