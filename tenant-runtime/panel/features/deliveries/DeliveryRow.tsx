import { Button } from '@mantine/core';
import { formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { DeliveryLine } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import { memo, useState } from 'react';
import { Link } from 'react-router';
import { CameField } from './CameField.tsx';
import { ChooseItem } from './ChooseItem.tsx';
import type { QueuedDecision } from './decision-queue.ts';
import { cameQuantity, documentQuantity, factorText, openPartOf, shortText, worthOf } from './delivery-lines.ts';
import { FactorField } from './FactorField.tsx';
import classes from './Lines.module.css';
import type { RowActions } from './row-actions.ts';
import { UnitChoices } from './UnitChoices.tsx';

interface DeliveryRowProps {
  line: DeliveryLine;
  queued: QueuedDecision | undefined;
  /** Whether decisions cannot reach the server now. */
  isCutOff: boolean;
  /** Null for a delivery that is a draft no more. */
  actions: RowActions | null;
}

function Said({ line }: { line: DeliveryLine }) {
  const { number, name, code, ean, marks, price, item } = line;
  const short = shortText(line);
  const under = [code && `код ${code}`, ean, marks > 0 && `марок: ${marks}`].filter(Boolean).join(' · ');
  return (
    <>
      <span className={classes.name}>
        <span className={classes.place}>{number}</span>
        <span>
          {name ?? code ?? item?.name ?? 'Без названия'}
          {under && <span className={classes.under}>{under}</span>}
        </span>
      </span>
      <span className={classes.amount}>
        <b>{documentQuantity(line)}</b>
        {price !== null && <span className={classes.under}>по {formatMoney(price)}</span>}
        {short && <span className={classes.short}>{short}</span>}
      </span>
      <span className={classes.worth}>{formatMoney(worthOf(line))}</span>
    </>
  );
}

type LineOfItem = DeliveryLine & { item: NonNullable<DeliveryLine['item']> };
const isOfItem = (line: DeliveryLine): line is LineOfItem => line.item !== null;

interface OfItemProps {
  line: LineOfItem;
  actions: RowActions | null;
  onChange: () => void;
}

/** What can be said of a line whose item is known: how much of the item it is, and whether all of it has come. */
function Measures({ line, actions }: { line: LineOfItem; actions: RowActions }) {
  const { place, number, factor, counted_in, unit_choices } = line;
  const [asking, setAsking] = useState(factor === null);
  const [short, setShort] = useState(false);
  const asksUnit = asking && unit_choices.length > 0;
  return (
    <>
      {asksUnit && <UnitChoices line={line} onChoose={(unit) => actions.decide(place, { counted_in: unit })} />}
      {asking && (!asksUnit || counted_in !== null) && (
        <FactorField
          line={line}
          onEmpty={() => actions.next(place)}
          onFactor={(value, { left }) => actions.decide(place, { factor: value }, { stay: left })}
        />
      )}
      {short && (
        <CameField
          line={line}
          onCame={(came) => actions.decide(place, { came }, { stay: true })}
          onClose={() => setShort(false)}
        />
      )}
      {!asking && (
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAsking(true)}>
          {factorText(line)}
        </Button>
      )}
      {!short && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`Строка ${number}: пришло не столько`}
          onClick={() => setShort(true)}
        >
          Пришло не столько
        </Button>
      )}
    </>
  );
}

function OfItem({ line, actions, onChange }: OfItemProps) {
  const { number, item, factor, stock_quantity } = line;
  return (
    <div className={classes.decided}>
      <Link to={`/?item=${item.id}`} className={classes.item}>
        {item.name}
      </Link>
      {factor !== null && (
        <span className={classes.comes}>
          {cameQuantity(line)} → <b>{formatQuantity(stock_quantity, item.unit)}</b>
        </span>
      )}
      {actions && (
        <span className={classes.buttons}>
          <Measures line={line} actions={actions} />
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Строка ${number}: изменить позицию`}
            onClick={onChange}
          >
            Изменить
          </Button>
        </span>
      )}
    </div>
  );
}

function Skipped({ line: { place, number }, actions }: { line: DeliveryLine; actions: RowActions | null }) {
  return (
    <div className={classes.decided}>
      <span className={classes.skipped}>Не на склад</span>
      {actions && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          aria-label={`Строка ${number}: вернуть`}
          onClick={() => actions.decide(place, { skipped: false }, { stay: true })}
        >
          Вернуть
        </Button>
      )}
    </div>
  );
}

function Decide({ line, queued, isCutOff, actions }: DeliveryRowProps) {
  const [changing, setChanging] = useState(false);
  if (queued?.state === 'waiting') {
    return <span className={classes.saving}>{isCutOff ? 'Ещё не сохранено' : 'Сохраняем…'}</span>;
  }
  if (line.skipped) return <Skipped line={line} actions={actions} />;
  if (isOfItem(line) && !changing) {
    const key = `${line.item.id} ${line.factor} ${line.counted_in} ${line.came}`;
    return <OfItem key={key} line={line} actions={actions} onChange={() => setChanging(true)} />;
  }
  if (!actions) return <span className={classes.skipped}>Не решено</span>;
  return (
    <ChooseItem
      line={line}
      isChanging={changing}
      onCancel={() => setChanging(false)}
      onNext={() => actions.next(line.place)}
      onDecide={(decision) => {
        setChanging(false);
        actions.decide(line.place, decision);
      }}
    />
  );
}

export const DeliveryRow = memo(function DeliveryRow(props: DeliveryRowProps) {
  const { line, queued, actions } = props;
  const isOpen = actions !== null && openPartOf(line) !== null && queued?.state !== 'waiting';
  return (
    <li className={classes.line} data-place={line.place} data-open={isOpen || undefined} data-skipped={line.skipped}>
      <Said line={line} />
      <div className={classes.decide} data-decide>
        <Decide {...props} />
        {queued?.state === 'refused' && (
          <span role="alert" className={classes.refused}>
            {queued.error}
          </span>
        )}
      </div>
      {line.price_jump && <p className={classes.jump}>{line.price_jump}</p>}
    </li>
  );
});
