import { formatDateTime } from '@ostatok/kit/web/format.ts';
import { useState } from 'react';
import { screens } from '../../navigation/screen.ts';
import { type ShownRecord, useRecords } from '../../recording/use-records.ts';
import { useTakeBack } from '../../recording/use-take-back.ts';
import { Button } from '../../ui/Button.tsx';
import ui from '../../ui/ui.module.css';
import classes from './Recent.module.css';

const SHOWN_AT_FIRST = 6;

function timeOf(at: string): string {
  const date = new Date(at);
  if (date.toDateString() !== new Date().toDateString()) return formatDateTime(date);
  return date.toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' });
}

function RecordRow({ shown: { record, words, state, taken } }: { shown: ShownRecord }) {
  const takeBack = useTakeBack();
  const { ref } = record.operation;
  return (
    <li className={classes.row} data-gone={record.takenBack}>
      <button type="button" className={classes.open} onClick={() => screens.open({ name: 'item', ...ref })}>
        <span className={classes.name}>{record.itemName}</span>
        <span className={classes.amount}>
          <b>{words}</b>{' '}
          <span className={ui.dim}>
            {timeOf(record.at)}
            {state && `, ${state}`}
          </span>
        </span>
      </button>
      {taken && (
        <Button look="quiet" aria-label={`Отменить: ${record.itemName} ${words}`} onClick={() => void takeBack(taken)}>
          Отменить
        </Button>
      )}
    </li>
  );
}

/**
 * Lists the last records while nothing is typed, because the same bottle is often needed again and mistakes are found
 * here.
 */
export function Recent() {
  const records = useRecords();
  const [all, setAll] = useState(false);
  if (!records || records.length === 0) return null;
  const shown = all ? records : records.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className={classes.heading}>
        Недавние
      </h2>
      <ul className={ui.rows}>
        {shown.map((one) => (
          <RecordRow key={one.record.id} shown={one} />
        ))}
      </ul>
      {shown.length < records.length && (
        <Button look="quiet" onClick={() => setAll(true)}>
          Показать ещё {records.length - shown.length}
        </Button>
      )}
    </section>
  );
}
