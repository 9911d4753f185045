import { formatDateTime, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import { memo } from 'react';
import { Link } from 'react-router';
import { importedWords, originOf, reasonLabels } from '../../changes/change-labels.ts';
import { UndoChange, UndoMark } from '../../changes/UndoChange.tsx';
import { Delta } from '../../ui/Delta.tsx';
import { personOf } from '../../ui/person.ts';
import { formatShown, HIDDEN } from '../../ui/shown.ts';
import { useVenue } from '../../venue/venue.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import classes from './Changes.module.css';

/** A change that arrived this much later than it was entered (by a scanner without a connection) counts as late. */
const LATE_MS = 60_000;

function When({ change }: { change: ShownChange }) {
  const { timezone } = useVenue();
  const late = Date.parse(change.created_at) - Date.parse(change.at) > LATE_MS;
  return (
    <span className={classes.when}>
      {formatDateTime(change.at, timezone)}
      {late && ` (получено ${formatDateTime(change.created_at, timezone)})`}
    </span>
  );
}

/** One row for all changes of an import, or for all that its undo reversed. */
function ImportRow({ change, imported }: { change: ShownChange; imported: NonNullable<ShownChange['imported']> }) {
  const { user } = useWorkspace();
  return (
    <>
      <Link className={classes.item} to={`/changes?import=${imported.id}`}>
        {change.undoes ? 'Отмена загрузки' : 'Загрузка'} {change.note}
      </Link>
      <span className={classes.course}>{importedWords(imported)}</span>
      <span className={classes.origin}>
        {personOf(change.user)} · {originOf(change)} · <When change={change} />
      </span>
      <span className={classes.action}>
        {change.undone || change.undoes || user.role !== 'admin' ? (
          <UndoMark change={change} />
        ) : (
          <Link className={classes.toImport} to="/excel">
            Отменить…
          </Link>
        )}
      </span>
    </>
  );
}

/** One change: the item, the amount, the quantities before and after, the user, the source and the time. */
export const ChangeRow = memo(function ChangeRow({ change }: { change: ShownChange }) {
  if (change.imported) return <ImportRow change={change} imported={change.imported} />;
  return (
    <>
      <Link className={classes.item} to={`/?item=${change.item.id}`}>
        {change.item.name}
      </Link>
      <Delta value={change.delta} unit={change.item.unit} className={classes.delta ?? ''} />
      <span className={classes.course}>
        {change.before === null
          ? HIDDEN
          : `${formatQuantity(change.before)} → ${formatShown(change.after, change.item.unit)}`}
      </span>
      <span className={classes.origin}>
        {change.reason && <b className={classes.reason}>{reasonLabels[change.reason]}</b>} {personOf(change.user)} ·{' '}
        {change.count === null ? (
          originOf(change)
        ) : (
          <Link className={classes.count} to={`/counts/${change.count}`}>
            {originOf(change)}
          </Link>
        )}{' '}
        · <When change={change} />
      </span>
      {change.note && <span className={classes.note}>{change.note}</span>}
      <span className={classes.action}>
        <UndoChange change={change} />
      </span>
    </>
  );
});
