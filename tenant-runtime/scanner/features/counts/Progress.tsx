import { Mark } from '@ostatok/kit/web/Mark.tsx';
import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import classes from './Counts.module.css';
import { useCoverage } from './use-coverage.ts';

/** The logo's level rises as lines are counted. */
export function Progress({ count }: { count: CountDetails }) {
  const coverage = useCoverage(count);
  const { lines, counted } = coverage ?? count.coverage;
  const share = lines > 0 ? counted / lines : 0;
  return (
    <div className={classes.progress}>
      <Mark size={72} fill={share} label={`Посчитано ${Math.floor(share * 100)} %`} />
      <p>
        <b className={classes.big}>{counted}</b> из {lines}
        <br />
        <span className={classes.note}>позиций посчитано</span>
      </p>
    </div>
  );
}
