import { formatQuantity } from '@ostatok/kit/web/format.ts';
import { type Doubt, doubtOf } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { readMark } from '@ostatok/tenant-runtime/contract/read-mark.ts';
import { wholeBottles } from '@ostatok/tenant-runtime/contract/whole-bottles.ts';
import { Scale } from 'lucide-react';
import { useState } from 'react';
import { Keypad } from '../../amount/Keypad.tsx';
import { numberOf } from '../../amount/keypad.ts';
import { packSizesOf } from '../../amount/pack-sizes.ts';
import { stockFacts } from '../../amount/stock-facts.ts';
import type { Counting } from '../../counts/counting.ts';
import { countedWith, type ItemInCount } from '../../counts/counts.ts';
import { screens, weighScreen } from '../../navigation/screen.ts';
import { itemRef } from '../../offline/catalogue.ts';
import { useRecord } from '../../recording/use-record.tsx';
import { Acts } from '../../ui/Acts.tsx';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Doubted } from '../../ui/Doubted.tsx';
import { useQueue } from '../../workspace/workspace.ts';
import { EntryList } from './EntryList.tsx';
import classes from './Item.module.css';
import type { ItemFormProps } from './item-form-props.ts';
import { useAmount } from './use-amount.ts';

interface CountFormProps extends ItemFormProps {
  counting: Counting;
  inCount: ItemInCount;
}

/** Enters a quantity found in one place: entries add up, and «not counted» differs from zero. */
export function CountForm({ now: { item }, screen, counting, inCount }: CountFormProps) {
  const { kept } = useQueue();
  const { record, busy } = useRecord();
  const typed = useAmount({ item, address: screen, countId: counting.count.id }, { mode: 'set', text: '' }, enter);
  const { count, areaId, areaName } = counting;
  const counted = countedWith(inCount.line, inCount.entries, kept, { countId: count.id, ref: itemRef(item) });
  const value = numberOf(typed.text);

  const [doubt, setDoubt] = useState<Doubt>();

  const { mark, pack = 1 } = screen.scanned ?? {};
  const whole = mark === undefined || value !== null ? null : wholeBottles(item, pack);

  function enter(): void {
    if (whole === null) void submit(numberOf(typed.text));
    else void submit(whole, { isWhole: true });
  }

  /** A mark is of the whole bottle: what is left in an opened one is counted without it. */
  async function submit(
    quantity: number | null,
    { confirmed = false, isWhole = false }: { confirmed?: boolean; isWhole?: boolean } = {},
  ): Promise<void> {
    if (quantity === null || busy) return;
    const found =
      confirmed || isWhole
        ? undefined
        : doubtOf(stockFacts(item, count.blind ? null : item.quantity), { found: quantity });
    if (found) return setDoubt(found);
    const method = screen.scanned ? ('scanned' as const) : ('typed' as const);
    const given = {
      areaId,
      amount: { quantity },
      source: 'scanner' as const,
      method,
      ...(isWhole && mark !== undefined && { mark }),
      ...(confirmed && { confirmed: true as const }),
    };
    const operation = { kind: 'entry' as const, countId: count.id, ...given };
    if (!(await record(item, operation, `${formatQuantity(quantity, item.unit)} в подсчёт`))) return;
    typed.done();
    screens.back();
  }

  if (doubt) {
    return (
      <Doubted
        doubt={doubt}
        typed={formatQuantity(value, item.unit)}
        busy={busy}
        onConfirm={(instead) => void submit(instead ?? value, { confirmed: true })}
        onBack={() => setDoubt(undefined)}
      />
    );
  }
  return (
    <>
      <output className={classes.now} aria-label="Посчитано">
        <span className={classes.before}>{counted === null ? 'не посчитано' : formatQuantity(counted, item.unit)}</span>
        <span className={classes.note}>
          {inCount.line?.recount && counted === null ? 'пересчитать' : (areaName ?? 'без зоны')}
        </span>
      </output>
      <div className={classes.chips}>
        {packSizesOf(item, screen.scanned?.pack ?? 1).map(({ label, amount }) => (
          <Button key={label} onClick={() => typed.add(amount)} aria-label={`Прибавить: ${label}`}>
            + {label}
          </Button>
        ))}
      </div>
      <Keypad text={typed.text} unit={item.unit} onKey={typed.press} />
      {whole !== null && (
        <Button look="primary" big busy={busy} onClick={() => void submit(whole, { isWhole: true })}>
          {pack > 1 ? 'Полный ящик' : 'Полная бутылка'} {formatQuantity(whole, item.unit)}
        </Button>
      )}
      {whole !== null && <p className={classes.note}>Открыта? Наберите, сколько осталось</p>}
      <Acts>
        {value === null ? (
          <Button big disabled={counted !== null} busy={busy} onClick={() => void submit(0)}>
            Пусто — 0
          </Button>
        ) : (
          <Button look="primary" big busy={busy} onClick={() => void submit(value)}>
            Добавить к подсчёту
          </Button>
        )}
        {item.unit !== 'шт' && (
          <IconButton
            aria-label="Взвесить"
            className={classes.weigh}
            onClick={() => screens.open(weighScreen(item, counting.count.id))}
          >
            <Scale size={26} aria-hidden />
          </IconButton>
        )}
      </Acts>
      {mark !== undefined && readMark(mark)?.kind !== 'gs1' && (
        <Button look="quiet" onClick={() => screens.replace({ name: 'attach', mark })}>
          Это другая бутылка
        </Button>
      )}
      <EntryList item={item} countId={count.id} inCount={inCount} />
    </>
  );
}
