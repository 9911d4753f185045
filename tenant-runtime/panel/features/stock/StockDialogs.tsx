import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { Suspense } from 'react';
import { withQueued } from '../../offline/outbox.ts';
import { useQueue, useStock } from '../../workspace/workspace.ts';
import { ChangeSheet } from './ChangeSheet.tsx';
import type { ChangeMode } from './change-draft.ts';
import { ItemCard } from './later-parts.ts';
import type { useCardAddress } from './use-card-address.ts';
import { useRecordChange } from './use-record-change.ts';

export interface Changing {
  id: number;
  mode: ChangeMode;
}

interface DialogsProps {
  rows: readonly ShownItem[];
  card: ReturnType<typeof useCardAddress>;
  changing: Changing | null;
  setChanging: (changing: Changing | null) => void;
}

/** The dialogs of the open item, always in its present state; closing one returns the focus to the row. */
export function StockDialogs({ rows, card, changing, setChanging }: DialogsProps) {
  const { byId } = useStock();
  const queue = useQueue();
  const record = useRecordChange();
  const opened = card.id === null ? undefined : byId.get(card.id);
  const changed = changing ? byId.get(changing.id) : undefined;
  return (
    <Suspense>
      {opened && (
        <ItemCard
          item={opened}
          tab={card.tab}
          rows={rows}
          onTab={(tab) => card.open(opened.id, tab)}
          onGo={({ id }) => card.open(id, card.tab)}
          onChange={({ id }, mode) => setChanging({ id, mode })}
          onClose={card.close}
        />
      )}
      {changing && changed && (
        <ChangeSheet
          key={`${changed.id} ${changing.mode}`}
          item={changed}
          quantity={withQueued(changed.quantity, changed.id, queue)}
          mode={changing.mode}
          onClose={() => setChanging(null)}
          onCard={() => {
            setChanging(null);
            card.open(changed.id, 'history');
          }}
          onSubmit={(amount, words) => {
            record(changed, amount, words);
            setChanging(null);
          }}
        />
      )}
    </Suspense>
  );
}
