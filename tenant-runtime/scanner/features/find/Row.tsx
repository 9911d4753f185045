import { formatQuantity } from '@ostatok/kit/web/format.ts';
import { itemScreen, screens } from '../../navigation/screen.ts';
import { itemRef, type PhoneItem, withPending } from '../../offline/catalogue.ts';
import { pendingQuantity } from '../../offline/operations.ts';
import ui from '../../ui/ui.module.css';
import { useQueue } from '../../workspace/workspace.ts';

export function Row({ item }: { item: PhoneItem }) {
  const { kept } = useQueue();
  const shown = withPending(item, kept);
  const quantity = pendingQuantity(shown.quantity, itemRef(shown), kept);
  return (
    <li>
      <button type="button" className={ui.row} onClick={() => screens.open(itemScreen(item))}>
        <span>{item.name}</span>
        {quantity === null ? <span className={ui.dim}>скрыто</span> : <b>{formatQuantity(quantity, item.unit)}</b>}
      </button>
    </li>
  );
}
