import { Button, TextInput } from '@mantine/core';
import { frameAdvice } from '@ostatok/kit/scales/advice.ts';
import { isBelowZero } from '@ostatok/kit/scales/tolerance.ts';
import { formatDateTime, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';
import { X } from 'lucide-react';
import type { TakenWeight } from '../../scales/weight.ts';
import { useScales } from '../../venue/settings.ts';
import { useVenue } from '../../venue/venue.ts';
import { TareButton } from './TareButton.tsx';
import classes from './Weighing.module.css';

interface WeightProps {
  weight: TakenWeight | null;
  typed: string;
  onTyped: (text: string) => void;
  onRecent: (recent: TakenWeight | null) => void;
  onEnter: () => void;
  live: ScalesReading | null;
}

const sources = { scale: 'с весов', hand: 'введён вручную', recent: 'запомнен' };

function emptyText(live: ScalesReading | null): string {
  if (!live) return 'Весы молчат. Введите вес сами';
  if (!isBelowZero(live)) return 'Поставьте бутылку на весы';
  return `${formatQuantity(Math.round(live.weightG * 10) / 10, 'г')}. ${frameAdvice.underload}`;
}

function Now({ weight, live }: Pick<WeightProps, 'weight' | 'live'>) {
  const { timezone } = useVenue();
  if (!weight) return <span className={classes.dim}>{emptyText(live)}</span>;
  const settled = weight.stable ? sources[weight.from] : 'вес меняется';
  return (
    <>
      <b className={classes.gross}>{formatQuantity(weight.grams, 'г')}</b>
      <span className={classes.dim}>
        {settled}
        {weight.at ? ` ${formatDateTime(weight.at, timezone)}` : ''}
        {weight.stepG ? `, шаг ${formatQuantity(weight.stepG, 'г')}` : ''}
      </span>
    </>
  );
}

/** The weight: from the scale, typed if there is none, or one of the recent settled readings. */
export function Weight({ weight, typed, onTyped, onRecent, onEnter, live }: WeightProps) {
  const { timezone } = useVenue();
  const { data } = useScales();
  return (
    <>
      <div className={classes.now} role="status" data-stable={weight?.stable === true} data-testid="weighing-weight">
        <Now weight={weight} live={live} />
        {weight?.from === 'recent' && (
          <Button size="compact-sm" variant="subtle" leftSection={<X size={16} />} onClick={() => onRecent(null)}>
            Снова с весов
          </Button>
        )}
        {live && weight?.from !== 'recent' && <TareButton scaleId={live.scaleId} />}
      </div>
      <TextInput
        label="Вес вручную, г"
        placeholder={live ? 'Необязательно' : '745'}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onEnter();
        }}
      />
      {data && data.recent.length > 0 && (
        <fieldset className={classes.recent}>
          <legend>Последние установившиеся</legend>
          {data.recent.slice(0, 8).map(({ scaleId, weightG, stepG, at }) => (
            <Button
              key={`${scaleId} ${at}`}
              size="sm"
              variant="default"
              onClick={() => onRecent({ grams: weightG, stepG, at, stable: true, from: 'recent' })}
            >
              {formatQuantity(weightG, 'г')}
              <span className={classes.when}>{formatDateTime(at, timezone)}</span>
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}
