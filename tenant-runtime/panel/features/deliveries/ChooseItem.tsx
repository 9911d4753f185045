import { Button, VisuallyHidden } from '@mantine/core';
import type { DeliveryLine } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { PickItem } from '../../item-search/PickItem.tsx';
import { usePick } from '../../item-search/use-pick.ts';
import { useKeyDown } from '../../keyboard/use-key-down.ts';
import classes from './Lines.module.css';
import { NewItemDialog } from './NewItemDialog.tsx';
import type { Decision } from './row-actions.ts';

interface ChooseItemProps {
  line: DeliveryLine;
  /** Whether the line has an item already, which can be kept. */
  isChanging: boolean;
  onDecide: (decision: Decision) => void;
  onCancel: () => void;
  onNext: () => void;
}

/** A likeness is never certain. */
const percentOf = (confidence: number): number => Math.min(99, Math.floor(confidence * 100));

/** Asks which item a line is: a proposed one by one press, another one by the search, or none. */
export function ChooseItem({ line, isChanging, onDecide, onCancel, onNext }: ChooseItemProps) {
  const { number, proposals } = line;
  const [adding, setAdding] = useState(false);
  const pick = usePick(({ id }) => onDecide({ item_id: id, skipped: false }));

  useKeyDown((event) => {
    if (event.key === 'Escape' && isChanging) onCancel();
  });

  return (
    <div className={classes.choose}>
      {proposals.map(({ item_id, name, confidence, sure }, index) => (
        <Button
          key={item_id}
          variant={index === 0 ? 'light' : 'default'}
          className={classes.proposal}
          leftSection={<Check size={18} aria-hidden />}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onDecide({ item_id, skipped: false })}
        >
          <span className={classes.proposed}>
            <VisuallyHidden>Строка {number}: это </VisuallyHidden>
            {name}
          </span>
          {!sure && <span className={classes.percent}>{percentOf(confidence)} %</span>}
        </Button>
      ))}
      <div className={classes.other}>
        <PickItem
          pick={pick}
          size="sm"
          label={`Строка ${number}: найти позицию`}
          isLabelHidden
          placeholder={proposals.length > 0 ? 'Другая позиция' : 'Какая это позиция?'}
          onEmpty={onNext}
        />
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes.quiet}
          aria-label={`Строка ${number}: новая позиция`}
          onClick={() => setAdding(true)}
        >
          Новая позиция
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes.quiet}
          aria-label={`Строка ${number}: не на склад`}
          aria-keyshortcuts="Delete"
          onClick={() => onDecide({ skipped: true })}
        >
          Не на склад
        </Button>
        {isChanging && (
          <Button size="compact-sm" variant="subtle" color="gray" className={classes.quiet} onClick={onCancel}>
            Оставить
          </Button>
        )}
      </div>
      {adding && (
        <NewItemDialog
          line={line}
          onClose={() => setAdding(false)}
          onAdded={(item_id) => {
            // the focus goes on from a page without a dialog
            flushSync(() => setAdding(false));
            onDecide({ item_id, skipped: false });
          }}
        />
      )}
    </div>
  );
}
