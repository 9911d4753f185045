import { formatQuantity } from '@ostatok/kit/web/format.ts';
import toast from 'react-hot-toast';
import { diskMessage } from '../../lib/api.ts';
import { itemRef, type PhoneItem } from '../../lib/catalogue.ts';
import { timeNow } from '../../lib/clock.ts';
import { type ItemInCount, waitingEntries } from '../../lib/counts.ts';
import { countedOf } from '../../lib/operations.ts';
import { newId } from '../../lib/use-record.ts';
import { useQueue, useWorkspace } from '../../lib/workspace.ts';
import { Button } from '../../ui/Button.tsx';
import classes from './Item.module.css';

interface EntryListProps {
  item: PhoneItem;
  countId: number;
  inCount: ItemInCount;
}

const timeOf = (at: string): string => new Date(at).toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' });

/** One's own entries of the item, each of which can be taken back: the list keeps it, the sum does not. */
export function EntryList({ item, countId, inCount }: EntryListProps) {
  const { queue } = useWorkspace();
  const { kept } = useQueue();
  const ref = itemRef(item);
  const leaving = new Set(kept.flatMap(({ operation }) => (operation.kind === 'takeBack' ? [operation.entryId] : [])));
  const rows = [
    ...waitingEntries(kept, countId, ref).map(({ id, at, operation, error }) => {
      return { id, at, quantity: countedOf(operation.amount), waits: true, refused: error !== undefined };
    }),
    ...inCount.entries.map(({ id, at, quantity }) => ({ id, at, quantity, waits: false, refused: false })),
  ].filter(({ id, refused }) => !leaving.has(id) && !refused);

  async function takeBack(entryId: string, quantity: number): Promise<void> {
    const said = { id: newId(), at: timeNow(), itemName: item.name, unit: item.unit };
    try {
      await queue.add(said, { kind: 'takeBack', ref, countId, entryId });
      toast.success(`Убрано: ${formatQuantity(quantity, item.unit)}`, { id: 'recorded' });
    } catch (error) {
      toast.error(diskMessage(error));
    }
  }

  if (rows.length === 0) return null;
  return (
    <ul className={classes.entries} aria-label="Ваши записи">
      {rows.map(({ id, at, quantity, waits }) => (
        <li key={id}>
          <span>
            <b>{formatQuantity(quantity, item.unit)}</b>{' '}
            <span className={classes.note}>
              {timeOf(at)}
              {waits && ', ещё не отправлено'}
            </span>
          </span>
          <Button look="quiet" onClick={() => void takeBack(id, quantity)}>
            Убрать
          </Button>
        </li>
      ))}
    </ul>
  );
}
