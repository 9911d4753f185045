import { useEffect, useState } from 'react';
import type { ItemNow } from '../../catalogue/use-item.ts';
import { soundQuestion, soundRecorded } from '../../device/sound.ts';
import { useQuietRecord } from '../../recording/use-record.tsx';
import { type Judgement, judgeWeight } from './judge-weight.ts';
import type { OnScale, SteadyWeight } from './on-scale.ts';
import { type Destination, seriesOperation, type WeighedBottle } from './series-operation.ts';
import { type InHand, weigh } from './weight.ts';

/** A hand may still be on the bottle: the weight stands so long before it is recorded, and longer before a question. */
const STANDS_MS = 400;
const STANDS_BEFORE_QUESTION_MS = 1_000;

type Question = Exclude<Judgement, { kind: 'plain' | 'failure' }>;
export type BottleState =
  | { name: 'waiting' }
  | { name: 'asked'; question: Question; bottle: WeighedBottle }
  | { name: 'unsaved'; bottle: WeighedBottle; full: number; confirmed: boolean }
  | { name: 'recorded'; estimate: number; full: number };

interface SeriesBottle extends Destination {
  now: ItemNow;
  onScale: OnScale;
  /** The grams of what stands on the bottle. */
  presetTareG: number;
  /** What is recorded of the item's other bottles in this series, and their weights; this one's is added. */
  weighed: number | undefined;
  weights: number[];
  /** Called with true while the person has to answer before the next bottle. */
  onPending: (isPending: boolean) => void;
}

/** Records one bottle as soon as its weight stands, or asks about it; the bottle then has to leave the scale. */
export function useSeriesBottle({ now, onScale, presetTareG, weighed, weights, count, onPending }: SeriesBottle) {
  const { item } = now;
  const [state, setState] = useState<BottleState>({ name: 'waiting' });
  const [failedSince, setFailedSince] = useState<number>();
  const { record, busy } = useQuietRecord();
  const handOf = ({ grams, stepG }: SteadyWeight): InHand => ({
    grams,
    presetTareG,
    stepG,
    typed: false,
    steady: true,
  });
  const bottleL = (item.volume_ml ?? 0) / 1000;

  const isPending = state.name === 'asked' || state.name === 'unsaved';
  useEffect(() => {
    onPending(isPending);
    return () => onPending(false);
  }, [onPending, isPending]);

  const recordFound = async (found: Parameters<typeof seriesOperation>[1], confirmed: boolean): Promise<boolean> =>
    (await record(item, seriesOperation({ count, weighed }, found, confirmed))) !== undefined;

  async function save(bottle: WeighedBottle, full = 0, confirmed = false): Promise<void> {
    const saved = await recordFound({ bottle, fullL: full * bottleL }, confirmed);
    if (!saved) return setState({ name: 'unsaved', bottle, full, confirmed });
    soundRecorded();
    weights.push(bottle.grossWeightG);
    setState({ name: 'recorded', estimate: bottle.estimate, full });
  }

  function act(judgement: Judgement, { grams, since }: SteadyWeight): void {
    if (judgement.kind === 'failure') {
      soundQuestion();
      setFailedSince(since);
      return;
    }
    onScale.take();
    const bottle = { grossWeightG: grams, ...(presetTareG > 0 && { presetTareG }), estimate: judgement.estimate };
    if (judgement.kind === 'plain') return void save(bottle);
    soundQuestion();
    setState({ name: 'asked', question: judgement, bottle });
  }

  // After each reading the weight is looked at anew, and once more when it has stood long enough.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    function look(): void {
      const fresh = onScale.fresh();
      // A bottle that gave a missing weight is not recorded by that weight.
      if (!fresh || fresh.since === failedSince) return;
      const judgement = judgeWeight(now, handOf(fresh), { isCount: count !== undefined, weighed, weights });
      const stands = judgement.kind === 'plain' ? STANDS_MS : STANDS_BEFORE_QUESTION_MS;
      const left = fresh.since + stands - performance.now();
      if (left > 0) timer = setTimeout(look, left);
      else act(judgement, fresh);
    }
    if (state.name === 'waiting' && !busy) look();
    return () => clearTimeout(timer);
  });

  const fresh = onScale.fresh();
  const hand = fresh && failedSince === fresh.since ? handOf(fresh) : null;
  return {
    state,
    /** The weight that means nothing for this item, and why. */
    failed: hand && { hand, failure: weigh(item, hand).failure },
    busy,
    save,
    /** One more full bottle stands beside. */
    addFull: (): void => void recordFound({ fullL: bottleL }, true),
    /** The bottle on the scale gave the missing weight; it is not the one to record. */
    measured(): void {
      onScale.take();
      setFailedSince(undefined);
    },
    /** The bottle is put on the scale once more. */
    weighAgain: (): void => setState({ name: 'waiting' }),
  };
}
export type SeriesBottleUse = ReturnType<typeof useSeriesBottle>;
