import type { UnmatchedProduct } from '@ostatok/api/contract/matching.endpoints.ts';
import { useEffect, useReducer, useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { draftStore } from './draft-store.ts';
import {
  type Choice,
  type Choices,
  confidentChoices,
  indexOf,
  isDecided,
  neighbour,
  nextState,
  type Step,
  tallyOf,
} from './matching-state.ts';
import { useSaveMatches, useUndoMatches } from './queries.ts';

/** What was saved last, so that it can be taken back. */
export interface Saved {
  choices: Choices;
  matched: number;
  absent: number;
  gone: number;
}

/** The choices of the device, for the products that are not matched by another device meanwhile. */
function useDraft(tenant: string, products: UnmatchedProduct[], isComplete: boolean) {
  const [{ draft, past }, step] = useReducer(nextState, tenant, (of) => ({ draft: draftStore.read(of), past: [] }));
  useEffect(() => {
    draftStore.write(tenant, draft);
  }, [tenant, draft]);
  const present = new Set(products.map(({ id }) => id));
  const choices: Choices = Object.fromEntries(
    Object.entries(draft.choices).filter(([id]) => !isComplete || present.has(Number(id))),
  );
  return { draft: { ...draft, choices }, canUndo: past.length > 0, step };
}

function useSaving(tenant: string, choices: Choices, step: (step: Step) => void) {
  const [saved, setSaved] = useState<Saved | null>(null);
  const saving = useSaveMatches(tenant);
  const undoing = useUndoMatches(tenant, () => {
    step({ kind: 'taken back', choices: saved?.choices ?? {} });
    setSaved(null);
  });
  return {
    saved,
    isSaving: saving.isPending,
    isUndoing: undoing.isPending,
    save() {
      if (Object.keys(choices).length === 0) return void notify.error('Вы не сопоставили ни одного товара');
      saving.mutate(choices, {
        onSuccess({ matched, absent, gone }) {
          setSaved({ choices, matched, absent, gone: gone.length });
          step({ kind: 'saved', choices });
        },
      });
    },
    takeBack: () => undoing.mutate(Object.keys(saved?.choices ?? {}).map(Number)),
  };
}

/** One venue's products and what the owner chooses for them; nothing is sent before the end. */
export function useMatching(tenant: string, products: UnmatchedProduct[], isComplete: boolean) {
  const { draft, canUndo, step } = useDraft(tenant, products, isComplete);
  const { choices, threshold, at } = draft;
  const index = indexOf(products, at);
  const product = index === undefined ? undefined : products[index];
  const confident = confidentChoices(products, draft);
  const saving = useSaving(tenant, choices, step);

  return {
    ...saving,
    index,
    product,
    choices,
    threshold,
    confident,
    canUndo,
    tally: tallyOf(choices),
    decide(choice: Choice) {
      if (product && index !== undefined)
        step({ kind: 'decide', choices: { [product.id]: choice }, at: neighbour(products, index, 1) });
    },
    acceptConfident() {
      const all = { ...choices, ...confident };
      const first = products.find((one) => !isDecided(all, one));
      step({ kind: 'decide', choices: confident, at: first?.id ?? 'end' });
    },
    move(by: 1 | -1) {
      step({ kind: 'show', at: neighbour(products, index ?? products.length, by) });
    },
    setThreshold: (percent: number) => step({ kind: 'threshold', percent }),
    undo: () => step({ kind: 'undo' }),
  };
}
export type MatchingOfVenue = ReturnType<typeof useMatching>;
