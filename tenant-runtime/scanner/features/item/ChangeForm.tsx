import { formatDelta, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { Reason } from '@ostatok/tenant-runtime/contract/changes.ts';
import { type Doubt, doubtOf } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { Keypad } from '../../amount/Keypad.tsx';
import { type Mode, outcomeOf } from '../../amount/keypad.ts';
import { packSizesOf } from '../../amount/pack-sizes.ts';
import { stockFacts } from '../../amount/stock-facts.ts';
import { screens, weighScreen } from '../../navigation/screen.ts';
import { useRecord } from '../../recording/use-record.tsx';
import { Acts } from '../../ui/Acts.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Doubted } from '../../ui/Doubted.tsx';
import { useQueue } from '../../workspace/workspace.ts';
import classes from './Item.module.css';
import type { ItemFormProps } from './item-form-props.ts';
import { useAmount } from './use-amount.ts';

const modes: { value: Mode; label: string }[] = [
  { value: 'minus', label: '− Расход' },
  { value: 'plus', label: '+ Приход' },
  { value: 'set', label: '= Стало' },
];

const reasons: { value: Reason; label: string }[] = [
  { value: 'waste', label: 'Списание' },
  { value: 'comp', label: 'Угощение' },
  { value: 'transfer', label: 'Перемещение' },
];

/** Returns the refused change that is being corrected, whose values fill the form. */
function useRefused(seq: number | undefined) {
  const { kept } = useQueue();
  const blank = { mode: 'minus' as Mode, text: '' };
  const operation = kept.find((one) => one.seq === seq)?.operation;
  if (operation?.kind !== 'change') return blank;
  const { amount, reason } = operation;
  const textOf = (value: number): string => String(Math.abs(value)).replace('.', ',');
  if ('set' in amount) return { mode: 'set' as Mode, text: textOf(amount.set) };
  if (!('delta' in amount)) return blank;
  return { mode: (amount.delta < 0 ? 'minus' : 'plus') as Mode, text: textOf(amount.delta), reason };
}

type Amount = { delta: number } | { set: number };
const shownOf = (amount: Amount, unit: string): string =>
  'delta' in amount ? formatDelta(amount.delta, unit) : `= ${formatQuantity(amount.set, unit)}`;

export function ChangeForm({ now: { item, quantity, waiting }, screen }: ItemFormProps) {
  const { record, busy } = useRecord();
  const typed = useAmount({ item, address: screen }, useRefused(screen.instead), submit);
  const outcome = outcomeOf(typed.text, typed.mode, quantity);
  const reason = typed.mode === 'minus' ? typed.reason : undefined;

  const [doubt, setDoubt] = useState<Doubt>();

  function submit(): void {
    if (!outcome || busy) return;
    const found = doubtOf(stockFacts(item, quantity), outcome.amount);
    if (found) setDoubt(found);
    else void save(outcome.amount);
  }

  async function save(amount: Amount, confirmed = false): Promise<void> {
    const method = screen.scanned ? ('scanned' as const) : ('typed' as const);
    const operation = {
      kind: 'change' as const,
      amount,
      source: 'scanner' as const,
      method,
      ...(reason && { reason }),
      ...(confirmed && { confirmed: true as const }),
    };
    if (!(await record(item, operation, shownOf(amount, item.unit), screen.instead))) return;
    typed.done();
    screens.back();
  }

  if (doubt && outcome) {
    const insteadOf = (value: number): Amount => ('delta' in outcome.amount ? { delta: value } : { set: value });
    return (
      <Doubted
        doubt={doubt}
        typed={shownOf(outcome.amount, item.unit)}
        busy={busy}
        onConfirm={(instead) => void save(instead === undefined ? outcome.amount : insteadOf(instead), true)}
        onBack={() => setDoubt(undefined)}
      />
    );
  }
  return (
    <>
      <output className={classes.now} aria-label="Остаток">
        <span className={classes.before}>{quantity === null ? 'скрыто' : formatQuantity(quantity, item.unit)}</span>
        {outcome?.after != null && (
          <span className={classes.after} data-below={outcome.after < 0}>
            → {formatQuantity(outcome.after, item.unit)}
            {outcome.after < 0 && <span className={classes.note}> меньше нуля</span>}
          </span>
        )}
        {waiting > 0 && !outcome && <span className={classes.note}>с тем, что в очереди</span>}
      </output>
      <div className={classes.three}>
        {modes.map(({ value, label }) => (
          <Button key={value} aria-pressed={typed.mode === value} onClick={() => typed.set({ mode: value })}>
            {label}
          </Button>
        ))}
      </div>
      {typed.mode === 'minus' && (
        <fieldset className={classes.three} aria-label="Причина расхода">
          {reasons.map(({ value, label }) => (
            <Button
              key={value}
              look="quiet"
              className={classes.note}
              aria-pressed={reason === value}
              onClick={() => typed.set({ reason: reason === value ? undefined : value })}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      )}
      <div className={classes.chips}>
        {packSizesOf(item, screen.scanned?.pack ?? 1).map(({ label, amount }) => (
          <Button key={label} onClick={() => typed.add(amount)} aria-label={`Прибавить: ${label}`}>
            + {label}
          </Button>
        ))}
      </div>
      <Keypad text={typed.text} unit={item.unit} onKey={typed.press} />
      <Acts>
        <Button look="primary" big disabled={!outcome} busy={busy} onClick={submit}>
          Записать
        </Button>
        {item.unit !== 'шт' && (
          <IconButton aria-label="Взвесить" className={classes.weigh} onClick={() => screens.open(weighScreen(item))}>
            <Scale size={26} aria-hidden />
          </IconButton>
        )}
      </Acts>
    </>
  );
}
