import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ItemNow } from '../../catalogue/use-item.ts';
import { itemScreen, screens, weighScreen } from '../../navigation/screen.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Measure } from './Measure.tsx';
import type { OnScale } from './on-scale.ts';
import classes from './Series.module.css';
import type { Destination } from './series-operation.ts';
import { type SeriesBottleUse, useSeriesBottle } from './use-series-bottle.ts';

interface SeriesBottleProps extends Destination {
  now: ItemNow;
  onScale: OnScale;
  presetTareG: number;
  weighed: number | undefined;
  weights: number[];
  onPending: (isPending: boolean) => void;
  /** Whether a scale is connected, so that the weight need not be typed. */
  isLive: boolean;
}

const MOST_BESIDE = 4;

/** The numbers of full bottles to choose from: none, to which others are added one by one, and those about the likely one. */
function besideChoices(likely: number): number[] {
  const from = Math.max(1, likely - MOST_BESIDE + 1);
  return [0, ...Array.from({ length: likely + 2 - from }, (_, index) => from + index)];
}

interface AskedProps {
  now: ItemNow;
  use: SeriesBottleUse;
}

function Asked({ now: { item, quantity }, use: { state, busy, save, weighAgain } }: AskedProps) {
  if (state.name !== 'asked') return null;
  const { question, bottle } = state;
  const amount = formatQuantity(bottle.estimate, item.unit);
  const again = (
    <Button look="quiet" onClick={weighAgain}>
      Взвесить ещё раз
    </Button>
  );
  if (question.kind === 'doubt') {
    return (
      <Notice failure>
        <span>{question.doubt.question}</span>
        <Button busy={busy} onClick={() => void save(bottle, 0, true)}>
          Да, {amount}
        </Button>
        {again}
      </Notice>
    );
  }
  const full = formatQuantity((item.volume_ml ?? 0) / 1000, 'л');
  return (
    <Notice failure>
      <span>
        На весах {amount}, а в остатке {formatQuantity(quantity, item.unit)}. Сколько рядом полных по {full}?
      </span>
      <span className={classes.choices}>
        {besideChoices(question.beside).map((count) => (
          <Button
            key={count}
            look={count === question.beside ? 'primary' : 'plain'}
            busy={busy}
            onClick={() => void save(bottle, count, true)}
          >
            {count === 0 ? 'Нет' : count}
          </Button>
        ))}
      </span>
      {again}
    </Notice>
  );
}

/** What happens to the chosen bottle: waited for, asked about, or recorded. */
export function SeriesBottle({ isLive, ...given }: SeriesBottleProps) {
  const { now, onScale, weighed, count } = given;
  const { item } = now;
  const use = useSeriesBottle(given);
  const { state, failed, busy, save, addFull, measured } = use;
  const failure = failed?.failure;
  const waits = onScale.isTaken() ? 'Снимите прежнюю бутылку и поставьте эту' : 'Поставьте на весы';

  return (
    <section className={classes.bottle} aria-label="На весах" data-state={state.name}>
      <h2 className={classes.name}>{item.name}</h2>
      {state.name === 'waiting' && !failure && (
        <p className={classes.note} role="status">
          {weighed !== undefined && `Уже записано ${formatQuantity(weighed, item.unit)}. Ещё одна такая? `}
          {waits}
        </p>
      )}
      {state.name === 'waiting' && failed && failure && (
        <>
          <Measure item={item} hand={failed.hand} failure={failure} onDone={measured} />
          {failure.code !== 'no_empty' && failure.code !== 'no_density' && <p>Проверьте, та ли бутылка на весах</p>}
        </>
      )}
      {state.name === 'waiting' && !isLive && (
        <Button onClick={() => screens.open(weighScreen(item, count?.countId, count ? undefined : weighed))}>
          Ввести вес
        </Button>
      )}
      <Asked now={now} use={use} />
      {state.name === 'unsaved' && (
        <Notice failure>
          <span>Вес не записан: на телефоне нет места</span>
          <Button busy={busy} onClick={() => void save(state.bottle, state.full, state.confirmed)}>
            Записать {formatQuantity(state.bottle.estimate, item.unit)} ещё раз
          </Button>
        </Notice>
      )}
      {state.name === 'recorded' && (
        <>
          <p className={classes.recorded} role="status">
            Записано <b>{formatQuantity(state.estimate, item.unit)}</b>
            {state.full > 0 && ` и полных: ${state.full}`}
          </p>
          {item.unit === 'л' && item.volume_ml && (
            <Button busy={busy} onClick={addFull}>
              + полная {formatQuantity(item.volume_ml / 1000, 'л')}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

/** A bottle that no weight can be recorded for. */
export function NotWeighed({ now: { item }, why }: { now: ItemNow; why: string }) {
  return (
    <section className={classes.bottle} aria-label="На весах">
      <h2 className={classes.name}>{item.name}</h2>
      <Notice failure>
        <span>{why}</span>
        <Button onClick={() => screens.open(itemScreen(item))}>Открыть позицию</Button>
      </Notice>
    </section>
  );
}
