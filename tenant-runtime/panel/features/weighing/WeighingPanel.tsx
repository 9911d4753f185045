import { Button, Drawer, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { type Doubt, doubtOf, overfullDoubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { useEffect, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { PickItem } from '../../item-search/PickItem.tsx';
import { usePick } from '../../item-search/use-pick.ts';
import { withQueued } from '../../offline/outbox.ts';
import { PresetTareChoice } from '../../scales/PresetTareChoice.tsx';
import { usePresetTare } from '../../scales/preset-tare.ts';
import { remainingOf, type TakenWeight } from '../../scales/weight.ts';
import { Doubted } from '../../ui/Doubted.tsx';
import { fromBelow } from '../../ui/from-below.ts';
import { useQueue, useStock } from '../../workspace/workspace.ts';
import { Bottle } from './Bottle.tsx';
import { Consequence } from './Consequence.tsx';
import { DestinationField } from './DestinationField.tsx';
import { FullBottles } from './FullBottles.tsx';
import { useDestination } from './use-destination.ts';
import { useWeight } from './use-weight.ts';
import { Weight } from './Weight.tsx';

/** The weight at the moment the user pressed the button, because the scale's reading goes on changing. */
interface Weighed {
  item: ShownItem;
  weight: TakenWeight;
  /** The grams of what stands on the bottle, which the weight includes. */
  presetTareG: number | undefined;
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
  const tare = usePresetTare();
  const presetTareG = tare.chosen?.grams;
  const destination = useDestination();
  const [full, setFull] = useState(0);
  const queue = useQueue();
  const [asked, setAsked] = useState<{ weighed: Weighed; doubt: Doubt } | null>(null);
  const pick = usePick((picked) => {
    setChosen(picked.id);
    setFull(0);
  });
  const onPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const result = item && weight ? remainingOf(item, { ...weight, presetTareG }) : null;
  const { isClosed } = destination;
  const ready = item && weight?.stable && result && 'quantity' in result && !isClosed ? { item, weight, result } : null;
  const intoStock = destination.countId === null && !isClosed;
  const mayHaveFull = intoStock && item?.unit === 'л' && Boolean(item.volume_ml);
  const beside = mayHaveFull ? (full * (item?.volume_ml ?? 0)) / 1000 : 0;
  const whole = ready ? Math.round((ready.result.quantity + beside) * 1000) / 1000 : 0;

  function send(weighed: Weighed, confirmed: boolean): void {
    setAsked(null);
    // while the user was asked
    if (!isClosed) record(weighed, confirmed);
  }

  function record({ item: of, weight: taken, quantity, hasFull, ...weighed }: Weighed, confirmed: boolean): void {
    destination.write(of, taken, { presetTareG: weighed.presetTareG, whole: hasFull ? quantity : null, confirmed });
    toast.success(`${of.name}: ${formatQuantity(quantity, of.unit)}`);
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
      presetTareG,
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
        <PickItem pick={pick} label="Что на весах" onEmpty={write} fieldRef={field} />
        {item && <Bottle key={item.id} item={item} weight={weight} presetTareG={presetTareG} result={result} />}
        <Weight weight={weight} live={live} typed={typed} onTyped={setTyped} onRecent={setRecent} onEnter={write} />
        <PresetTareChoice {...tare} />
        {(destination.open.length > 0 || isClosed) && <DestinationField destination={destination} />}
        {mayHaveFull && item && <FullBottles item={item} full={full} onFull={setFull} />}
        <Button size="lg" disabled={!ready} onClick={write}>
          {intoStock ? 'Записать остаток' : 'Записать в подсчёт'}
        </Button>
        {ready && intoStock && <Consequence item={ready.item} quantity={whole} />}
      </Stack>
    </Drawer>
  );
}
