import { Button } from '@mantine/core';
import { formatDateTime, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { Change } from '@ostatok/tenant-runtime/contract/changes.ts';
import { Undo2 } from 'lucide-react';
import { sourceLabels } from '../../lib/change-words.ts';
import { useUndo } from '../../lib/use-undo.ts';
import { useVenue } from '../../lib/venue.ts';
import { Delta } from '../../ui/Delta.tsx';
import { personOf } from '../../ui/person.ts';
import classes from './Changes.module.css';

/** Entered long before it arrived, as from a scanner without a connection. */
const LATE_MS = 60_000;

function When({ change }: { change: Change }) {
  const { timezone } = useVenue();
  const late = Date.parse(change.created_at) - Date.parse(change.at) > LATE_MS;
  return (
    <span className={classes.when}>
      {formatDateTime(change.at, timezone)}
      {late && ` (получено ${formatDateTime(change.created_at, timezone)})`}
    </span>
  );
}

function Undo({ change }: { change: Change }) {
  const undo = useUndo();
  if (change.undone) return <span className={classes.mark}>отменено</span>;
  if (change.undoes) return <span className={classes.mark}>отмена</span>;
  return (
    <Button
      variant="subtle"
      color="gray"
      className={classes.undo}
      leftSection={<Undo2 size={18} aria-hidden />}
      aria-label={`Отменить: ${change.item.name}`}
      loading={undo.isPending}
      onClick={() => undo.mutate(change)}
    >
      Отменить
    </Button>
  );
}

export function ChangeList({ changes }: { changes: Change[] }) {
  return (
    <ol className={classes.list}>
      {changes.map((change) => (
        <li key={change.id} className={classes.change} data-undone={change.undone}>
          <span className={classes.item}>{change.item.name}</span>
          <Delta value={change.delta} unit={change.item.unit} className={classes.delta ?? ''} />
          <span className={classes.course}>
            {formatQuantity(change.before)} → {formatQuantity(change.after, change.item.unit)}
          </span>
          <span className={classes.origin}>
            {personOf(change.user)} · {sourceLabels[change.source]} · <When change={change} />
          </span>
          {change.note && <span className={classes.note}>{change.note}</span>}
          <span className={classes.action}>
            <Undo change={change} />
          </span>
        </li>
      ))}
    </ol>
  );
}
