import { useState } from 'react';
import { isLive, parseGrams, type TakenWeight } from '../../scales/weight.ts';
import { useNow } from '../../timing/use-now.ts';
import { useLive } from '../../workspace/workspace.ts';

/** The weight now: the typed one, otherwise the chosen recent one, otherwise the scale's reading. */
export function useWeight() {
  const { reading } = useLive();
  const now = useNow(2_000);
  const [typed, setTyped] = useState('');
  const [recent, setRecent] = useState<TakenWeight | null>(null);
  const live = reading !== null && isLive(reading, now) ? reading : null;

  function weight(): TakenWeight | null {
    const grams = parseGrams(typed);
    if (typed.trim() !== '') return grams === null ? null : { grams, stepG: null, stable: true, from: 'hand' };
    if (recent) return recent;
    if (!live || live.weightG <= 0) return null;
    const rounded = Math.round(live.weightG * 10) / 10;
    return { grams: rounded, stepG: live.stepG ?? null, stable: live.stable, from: 'scale' };
  }

  return {
    weight: weight(),
    /** The scale's own reading, whatever weight is taken. */
    live,
    typed,
    setTyped,
    setRecent(next: TakenWeight | null): void {
      setRecent(next);
      setTyped('');
    },
    /** Returns to the scale's reading for the next bottle. */
    reset(): void {
      setRecent(null);
      setTyped('');
    },
  };
}
