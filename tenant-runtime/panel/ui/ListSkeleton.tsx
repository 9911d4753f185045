import { Skeleton, VisuallyHidden } from '@mantine/core';
import classes from './ListSkeleton.module.css';

const widths = ['46%', '62%', '38%', '54%', '70%', '42%', '58%', '34%', '66%', '50%'];

/** A placeholder in the shape of the rows to come. */
export function ListSkeleton({ rows = 10 }: { rows?: number }) {
  return (
    <div className={classes.list} aria-busy="true">
      <VisuallyHidden>Загружаем…</VisuallyHidden>
      {widths.slice(0, rows).map((width) => (
        <div key={width} className={classes.row}>
          <Skeleton height={14} width={width} />
          <Skeleton height={20} width={72} />
        </div>
      ))}
    </div>
  );
}
