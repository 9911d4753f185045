import { Button } from '@mantine/core';
import { formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { Weight } from 'lucide-react';
import { openWeighing } from '../../../scales/weighing.ts';
import { formatShown, HIDDEN } from '../../../ui/shown.ts';
import type { ChangeMode } from '../change-draft.ts';
import classes from './ItemSummary.module.css';

interface ItemSummaryProps {
  item: ShownItem;
  /** Including changes not yet sent. */
  quantity: number | null;
  onChange: (mode: ChangeMode) => void;
}

const modes: [ChangeMode, string][] = [
  ['minus', '− Расход'],
  ['plus', '+ Приход'],
  ['set', '= Стало'],
];

export function ItemSummary({ item, quantity, onChange }: ItemSummaryProps) {
  const low = item.par !== null && quantity !== null && quantity < item.par;
  return (
    <div className={classes.summary}>
      <div
        className={classes.quantity}
        data-hidden={quantity === null}
        data-negative={quantity !== null && quantity < 0}
      >
        {formatShown(quantity, item.unit)}
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>По учёту</dt>
          <dd>{item.hidden ? HIDDEN : formatQuantity(item.expected)}</dd>
        </div>
        <div>
          <dt>Норма</dt>
          <dd data-low={low}>{formatQuantity(item.par)}</dd>
        </div>
        <div>
          <dt>На сумму</dt>
          <dd>{item.cost === null || quantity === null ? '—' : formatMoney(quantity * item.cost)}</dd>
        </div>
      </dl>
      <div className={classes.modes}>
        {modes.map(([mode, label]) => (
          <Button key={mode} variant="default" className={classes.mode} onClick={() => onChange(mode)}>
            {label}
          </Button>
        ))}
      </div>
      {item.unit !== 'шт' && (
        <Button variant="subtle" leftSection={<Weight size={20} aria-hidden />} onClick={() => openWeighing(item.id)}>
          Взвесить
        </Button>
      )}
    </div>
  );
}
