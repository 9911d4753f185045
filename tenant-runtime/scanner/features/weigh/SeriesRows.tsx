import { formatQuantity } from '@ostatok/kit/web/format.ts';
import { useTakeBack } from '../../recording/use-take-back.ts';
import { Button } from '../../ui/Button.tsx';
import ui from '../../ui/ui.module.css';
import classes from './Series.module.css';
import { mayTakeBack, type SeriesRecord } from './series-records.ts';

interface RecordRowProps {
  record: SeriesRecord;
  isCount: boolean;
  canLeave: boolean;
}

function RecordRow({ record, isCount, canLeave }: RecordRowProps) {
  const takeBack = useTakeBack();
  const { itemName, unit } = record.shown.record;
  const quantity = formatQuantity(record.quantity, unit);
  const amount = isCount ? quantity : `= ${quantity}`;
  const { state, taken } = record.shown;
  return (
    <li className={classes.row} data-gone={record.isGone}>
      <span className={classes.rowName}>{itemName}</span>
      <span>
        <b>{amount}</b>
        {state && <span className={ui.dim}> {state}</span>}
      </span>
      {taken && canLeave && (
        <Button look="quiet" aria-label={`Отменить: ${itemName} ${amount}`} onClick={() => void takeBack(taken)}>
          Отменить
        </Button>
      )}
    </li>
  );
}

/** What was weighed in this series, newest first. */
export function SeriesRows({ records, isCount }: { records: readonly SeriesRecord[]; isCount: boolean }) {
  if (records.length === 0) return null;
  const weighed = records.filter(({ isGone }) => !isGone).length;
  return (
    <section aria-labelledby="weighed">
      <h2 id="weighed" className={classes.heading}>
        Записано: {weighed}
      </h2>
      <ul className={ui.rows}>
        {records.map((record) => (
          <RecordRow
            key={record.shown.record.id}
            record={record}
            isCount={isCount}
            canLeave={mayTakeBack(records, record, isCount)}
          />
        ))}
      </ul>
    </section>
  );
}
