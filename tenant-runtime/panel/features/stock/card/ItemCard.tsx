import { ActionIcon, Drawer, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { isTyping } from '../../../keyboard/keys.ts';
import { withQueued } from '../../../offline/outbox.ts';
import { useIsAdmin, useQueue } from '../../../workspace/workspace.ts';
import type { ChangeMode } from '../change-draft.ts';
import classes from './ItemCard.module.css';
import { ItemForm } from './ItemForm.tsx';
import { ItemHistory } from './ItemHistory.tsx';
import { ItemSummary } from './ItemSummary.tsx';
import { Unsaved, useLeaving } from './leaving.tsx';

export type CardTab = 'history' | 'data';

interface ItemCardProps {
  item: ShownItem;
  tab: CardTab;
  /** In the order of the table; the card's arrows go through them. */
  rows: readonly ShownItem[];
  onTab: (tab: CardTab) => void;
  onGo: (item: ShownItem) => void;
  onChange: (item: ShownItem, mode: ChangeMode) => void;
  onClose: () => void;
}

interface StepsProps {
  at: number;
  count: number;
  onStep: (by: number) => void;
}

function Steps({ at, count, onStep }: StepsProps) {
  if (at === -1) return null;
  return (
    <span className={classes.steps}>
      <ActionIcon aria-label="Предыдущая позиция" title="Предыдущая (K)" disabled={at === 0} onClick={() => onStep(-1)}>
        <ChevronUp size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        aria-label="Следующая позиция"
        title="Следующая (J)"
        disabled={at === count - 1}
        onClick={() => onStep(1)}
      >
        <ChevronDown size={20} aria-hidden />
      </ActionIcon>
      <span className={classes.place}>
        {(at + 1).toLocaleString('ru-RU')} из {count.toLocaleString('ru-RU')}
      </span>
    </span>
  );
}

function stepOf({ target, key, code, ctrlKey, metaKey, altKey }: KeyboardEvent): -1 | 1 | null {
  if (isTyping(target) || ctrlKey || metaKey || altKey) return null;
  if (key === 'ArrowDown' || code === 'KeyJ') return 1;
  return key === 'ArrowUp' || code === 'KeyK' ? -1 : null;
}

const tabs = [
  { value: 'history', label: 'История' },
  { value: 'data', label: 'Карточка' },
];

/** Everything about one item, beside the table; users who are not administrators see only its history. */
export function ItemCard({ item, tab, rows, onTab, onGo, onChange, onClose }: ItemCardProps) {
  const isAdmin = useIsAdmin();
  const queue = useQueue();
  const leaving = useLeaving();
  const at = rows.findIndex(({ id }) => id === item.id);

  function step(by: number): void {
    const next = at === -1 ? undefined : rows[at + by];
    if (next) leaving.leave(() => onGo(next));
  }
  function onKeyDown(event: KeyboardEvent): void {
    const by = stepOf(event);
    if (by === null) return;
    event.preventDefault();
    step(by);
  }

  return (
    <Drawer opened onClose={() => leaving.leave(onClose)} title={item.name} onKeyDown={onKeyDown}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Text c="dimmed">{item.category || 'Без категории'}</Text>
          <Steps at={at} count={rows.length} onStep={step} />
        </Group>
        <Unsaved leaving={leaving} />
        <ItemSummary
          item={item}
          quantity={withQueued(item.quantity, item.id, queue)}
          onChange={(mode) => leaving.leave(() => onChange(item, mode))}
        />
        {isAdmin && (
          <SegmentedControl
            fullWidth
            size="md"
            aria-label="Что показать"
            data={tabs}
            value={tab}
            onChange={(value) => leaving.leave(() => onTab(value as CardTab))}
          />
        )}
        {tab === 'data' && isAdmin ? (
          <ItemForm key={item.id} item={item} onDone={onClose} onDeleted={onClose} onDirty={leaving.onDirty} />
        ) : (
          <ItemHistory key={item.id} item={item} />
        )}
      </Stack>
    </Drawer>
  );
}
