import { formatQuantity } from '@ostatok/kit/web/format.ts';
import { type ItemInCount, waitingEntries } from '../../counts/counts.ts';
import { itemRef, type PhoneItem } from '../../offline/catalogue.ts';
import { countedOf, takenIn } from '../../offline/operations.ts';
import { useTakeBack } from '../../recording/use-take-back.ts';
import { Button } from '../../ui/Button.tsx';
import { useQueue } from '../../workspace/workspace.ts';
import classes from './Item.module.css';

interface EntryListProps {
  item: PhoneItem;
  countId: number;
  inCount: ItemInCount;
}

const timeOf = (at: string): string => new Date(at).toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' });

/**
 * The user's own entries of the item, each of which can be taken back; the server keeps a voided entry, but it leaves
 * the sum.
 */
export function EntryList({ item, countId, inCount }: EntryListProps) {
  const { kept } = useQueue();
  const takeBack = useTakeBack();
  const ref = itemRef(item);
  const leaving = takenIn(kept);
  const rows = [
    ...waitingEntries(kept, countId, ref).map(({ id, at, operation, error }) => {
      return { id, at, quantity: countedOf(operation.amount), waits: true, refused: error !== undefined };
    }),
    ...inCount.entries.map(({ id, at, quantity }) => ({ id, at, quantity, waits: false, refused: false })),
  ].filter(({ id, refused }) => !leaving.has(id) && !refused);

  if (rows.length === 0) return null;
  return (
    <ul className={classes.entries} aria-label="Ваши записи">
      {rows.map(({ id, at, quantity, waits }) => {
        const amount = formatQuantity(quantity, item.unit);
        const taken = {
          id,
          kind: 'entry' as const,
          ref,
          countId,
          itemName: item.name,
          unit: item.unit,
          what: `${amount} в подсчёт`,
        };
        return (
          <li key={id}>
            <span>
              <b>{amount}</b>{' '}
              <span className={classes.note}>
                {timeOf(at)}
                {waits && ', ещё не отправлено'}
              </span>
            </span>
            <Button look="quiet" onClick={() => void takeBack(taken)}>
              Убрать
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
