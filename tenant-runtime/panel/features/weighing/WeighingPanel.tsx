import { Alert, Button, Drawer, NativeSelect, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { formatQuantity, quoted } from '@ostatok/kit/web/format.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';
import { type Doubt, doubtOf, overfullDoubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import { withQueued } from '../../offline/outbox.ts';
import { type Remaining as Result, remainingOf, type TakenWeight } from '../../scales/weight.ts';
import { Doubted } from '../../ui/Doubted.tsx';
import { fromBelow } from '../../ui/from-below.ts';
import { formatShown } from '../../ui/shown.ts';
import { useQueue, useStock, useWorkspace } from '../../workspace/workspace.ts';
import { FullBottles } from './FullBottles.tsx';
import { PickItem } from './PickItem.tsx';
import { Learn, Remaining } from './Remaining.tsx';
import { useDestination } from './use-destination.ts';
import { usePick } from './use-pick.ts';
import { useWeight } from './use-weight.ts';
import classes from './Weighing.module.css';
import { Weight } from './Weight.tsx';

/** Saves the item's tare, computed from an empty or a full bottle. */
function useMeasure(item: ShownItem | undefined) {
  const { store } = useWorkspace();
  const [busy, setBusy] = useState(false);
  async function measure(what: 'emptyG' | 'fullG', grams: number): Promise<void> {
    if (!item) return;
    setBusy(true);
    try {
      const answer = await api.post<{ item: ShownItem }>(`/items/${item.id}/measure`, { [what]: grams });
      store.apply([answer.item]);
      toast.success(`Запомнили: пустая ${formatQuantity(answer.item.weight_empty_g, 'г')}`);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  return { busy, measure };
}

const learnable = (result: Result | null): 'no_empty' | 'no_density' | null =>
  result && 'failure' in result && (result.failure === 'no_empty' || result.failure === 'no_density')
    ? result.failure
    : null;

/**
 * Whether at least a whole bottle would vanish from the books, because the weight becomes the item's whole stock and
 * the user may have forgotten full bottles.
 */
const losesBottles = ({ quantity, unit, volume_ml }: ShownItem, weighed: number): boolean =>
  unit === 'л' && quantity !== null && volume_ml !== null && (quantity - weighed) * 1000 >= volume_ml;

/** The weight at the moment the user pressed the button, because the scale's reading goes on changing. */
interface Weighed {
  item: ShownItem;
  weight: TakenWeight;
  /** Including the full bottles beside the scale. */
  quantity: number;
  /** The content of the one weighed bottle. */
  onScale: number;
  hasFull: boolean;
}

/** Checks whether another bottle was probably weighed; in a count it must reveal nothing about the stock. */
function doubtAbout(
  { item, quantity, onScale, hasFull }: Weighed,
  stock: number | null,
  intoStock: boolean,
): Doubt | undefined {
  if (!intoStock) return doubtOf({ ...item, quantity: null }, { weighedFound: quantity });
  const facts = { ...item, quantity: stock };
  if (!hasFull) return doubtOf(facts, { weighed: quantity });
  return overfullDoubt(facts, onScale) ?? doubtOf(facts, { set: quantity });
}

export function WeighingPanel({ itemId, onClose }: { itemId: number | null; onClose: () => void }) {
  const { byId } = useStock();
  const [chosen, setChosen] = useState(itemId);
  const field = useRef<HTMLInputElement>(null);
  const item = chosen === null ? undefined : byId.get(chosen);
  const { weight, live, typed, setTyped, setRecent, reset } = useWeight();
  const destination = useDestination();
  const [full, setFull] = useState(0);
  const { busy, measure } = useMeasure(item);
  const queue = useQueue();
  const [asked, setAsked] = useState<{ weighed: Weighed; doubt: Doubt } | null>(null);
  const pick = usePick((picked) => {
    setChosen(picked.id);
    setFull(0);
  });
  const onPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const result = item && weight ? remainingOf(item, weight) : null;
  const failure = learnable(result);
  const ready = item && weight?.stable && result && 'quantity' in result ? { item, weight, result } : null;
  const intoStock = destination.countId === null;
  const mayHaveFull = intoStock && item?.unit === 'л' && Boolean(item.volume_ml);
  const beside = mayHaveFull ? (full * (item?.volume_ml ?? 0)) / 1000 : 0;
  const whole = ready ? Math.round((ready.result.quantity + beside) * 1000) / 1000 : 0;

  function send({ item: of, weight: taken, quantity, hasFull }: Weighed, confirmed: boolean): void {
    destination.write(of, taken, { whole: hasFull ? quantity : null, confirmed });
    toast.success(`${of.name}: ${formatQuantity(quantity, of.unit)}`);
    setAsked(null);
    setChosen(null);
    setFull(0);
    reset();
    field.current?.focus();
  }

  useEffect(() => {
    if (!asked) field.current?.focus();
  }, [asked]);

  function write(): void {
    if (!ready) return;
    const weighed = {
      item: ready.item,
      weight: ready.weight,
      quantity: whole,
      onScale: ready.result.quantity,
      hasFull: beside > 0,
    };
    const doubt = doubtAbout(weighed, withQueued(ready.item.quantity, ready.item.id, queue), intoStock);
    if (doubt) setAsked({ weighed, doubt });
    else send(weighed, false);
  }

  /** The suggested amount `instead` is a quantity of stock, no longer a weight. */
  function confirm({ weighed }: { weighed: Weighed }, instead?: number): void {
    send(instead === undefined ? weighed : { ...weighed, quantity: instead, hasFull: true }, true);
  }

  return (
    <Drawer
      opened
      onClose={onClose}
      position={onPhone ? 'bottom' : 'right'}
      size="md"
      title="Взвешивание"
      styles={onPhone ? fromBelow : {}}
    >
      {asked && (
        <Doubted doubt={asked.doubt} onConfirm={(instead) => confirm(asked, instead)} onBack={() => setAsked(null)} />
      )}
      <Stack gap="md" display={asked ? 'none' : undefined}>
        <PickItem pick={pick} onWrite={write} fieldRef={field} />
        {item && (
          <section className={classes.bottle} aria-label={item.name}>
            <h3 className={classes.name}>{item.name}</h3>
            <Remaining item={item} weight={weight} result={result} />
            {failure && (
              <Learn
                item={item}
                weight={weight}
                failure={failure}
                busy={busy}
                onMeasure={(what) => weight && void measure(what, weight.grams)}
              />
            )}
            {result && 'failure' in result && !failure && (
              <Alert color="red" variant="light" role="alert">
                {result.text}. Проверьте, та ли бутылка на весах
              </Alert>
            )}
          </section>
        )}
        <Weight weight={weight} live={live} typed={typed} onTyped={setTyped} onRecent={setRecent} onEnter={write} />
        {destination.open.length > 0 && (
          <NativeSelect
            size="md"
            label="Куда записать"
            value={String(destination.countId ?? '')}
            onChange={({ currentTarget: { value } }) => destination.choose(value === '' ? null : Number(value))}
            data={[
              ...destination.open.map(({ id, title }) => ({ value: String(id), label: `В подсчёт ${quoted(title)}` })),
              { value: '', label: 'В остаток' },
            ]}
          />
        )}
        {mayHaveFull && item && <FullBottles item={item} full={full} onFull={setFull} />}
        <Button size="lg" disabled={!ready} onClick={write}>
          {intoStock ? 'Записать остаток' : 'Записать в подсчёт'}
        </Button>
        {ready && intoStock && (
          <p className={classes.consequence}>
            Остаток станет {formatQuantity(whole, ready.item.unit)}, сейчас{' '}
            {formatShown(ready.item.quantity, ready.item.unit)}. Enter записывает
            {losesBottles(ready.item, whole) && '. Пропадёт больше бутылки: если рядом есть полные, укажите их'}
          </p>
        )}
      </Stack>
    </Drawer>
  );
}
