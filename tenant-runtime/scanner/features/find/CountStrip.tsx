import { useCounting } from '../../counts/counting.ts';
import { screens } from '../../navigation/screen.ts';
import classes from './Find.module.css';

/** Shows that records now go into a count, with its name and area. */
export function CountStrip() {
  const counting = useCounting();
  if (!counting) return null;
  const { count, areaName } = counting;
  return (
    <button type="button" className={classes.strip} onClick={() => screens.replace({ name: 'counts' })}>
      <span className={classes.dot} aria-hidden />
      <span className={classes.stripTitle}>{count.title}</span>
      {areaName && <span className={classes.stripArea}>{areaName}</span>}
    </button>
  );
}
