import { Button, Drawer } from '@mantine/core';
import { formatDateTime, formatQuantity, plural } from '@ostatok/kit/web/format.ts';
import type { CountDetails, CountEntry, CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import { useEntries } from '../../counts/counts.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { useVenue } from '../../venue/venue.ts';
import { useIsAdmin, useWorkspace } from '../../workspace/workspace.ts';
import classes from './Counts.module.css';
import { methodIcons, methodLabels } from './words.ts';

function Entry({ entry, onTakeBack }: { entry: CountEntry; onTakeBack: (() => void) | undefined }) {
  const { timezone } = useVenue();
  const Icon = methodIcons[entry.method];
  const weight = entry.grossWeightG === null ? '' : `, ${formatQuantity(entry.grossWeightG, 'г')} брутто`;
  const tare = entry.presetTareG ? `, насадка ${formatQuantity(entry.presetTareG, 'г')}` : '';
  return (
    <li className={classes.entry} data-voided={entry.voided !== null}>
      <b className={classes.entryQuantity}>{formatQuantity(entry.quantity, entry.item.unit)}</b>
      <div className={classes.about}>
        <span className={classes.method}>
          <Icon size={16} aria-hidden /> {methodLabels[entry.method]}
          {weight}
          {tare}
        </span>
        <span className={classes.dim}>
          {entry.user.name || 'без имени'}, {formatDateTime(entry.at, timezone)}
          {entry.area ? ` · ${entry.area.name}` : ''}
          {entry.round > 1 ? ` · пересчёт ${entry.round - 1}` : ''}
        </span>
        {entry.note && <span className={classes.dim}>{entry.note}</span>}
        {entry.voided && (
          <span className={classes.dim}>
            Забрал {entry.voided.by}, {formatDateTime(entry.voided.at, timezone)}
          </span>
        )}
      </div>
      {onTakeBack && (
        <Button size="sm" variant="default" leftSection={<Undo2 size={16} aria-hidden />} onClick={onTakeBack}>
          Забрать
        </Button>
      )}
    </li>
  );
}

/** Lists all entries of one item by all users; an entry that was taken back stays, struck through. */
export function EntriesPanel({ count, line, onClose }: { count: CountDetails; line: CountLine; onClose: () => void }) {
  const { data: entries, error, refetch } = useEntries(count.id, line.item.id);
  const { user } = useWorkspace();
  const isAdmin = useIsAdmin();
  const { mutate } = useMutation({
    mutationFn: (entryId: string) =>
      api.call('DELETE /api/counts/:id/entries/:entryId', { params: { id: count.id, entryId } }),
    onError: (failure) => toast.error(messageOf(failure)),
    meta: { invalidates: [['count', count.id]] },
  });
  const mayTakeBack = (entry: CountEntry): boolean =>
    count.status === 'open' && entry.voided === null && (isAdmin || entry.user.id === user.id);

  function content() {
    if (error && !entries) return <Failure error={error} onRetry={() => void refetch()} />;
    if (!entries) return <ListSkeleton rows={3} />;
    return (
      <ul className={classes.list}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onTakeBack={mayTakeBack(entry) ? () => mutate(entry.id) : undefined} />
        ))}
      </ul>
    );
  }

  return (
    <Drawer opened onClose={onClose} size="md" title={line.item.name}>
      <p className={classes.dim}>
        {entries && `${entries.length} ${plural(entries.length, ['запись', 'записи', 'записей'])}. `}
        Записи складываются, забранные остаются в списке
      </p>
      {content()}
    </Drawer>
  );
}
