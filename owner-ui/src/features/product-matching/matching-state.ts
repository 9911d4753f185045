import type { CatalogueMatch, UnmatchedProduct } from '@ostatok/api/contract/matching.endpoints.ts';

/** The chosen product of the catalogue; null where the catalogue does not have it. */
export type Choice = Pick<CatalogueMatch, 'id' | 'name' | 'volume_ml'> | null;
/** What is selected of the choices: the id of a product of the catalogue, or that it does not have it. */
export type Selected = number | 'absent' | null;
/** By the id of the venue's product. */
export type Choices = Record<number, Choice>;

/** What is kept on the device until it is saved. */
export interface Draft {
  choices: Choices;
  /** The id of the product that is shown; null is the first one. */
  at: number | 'end' | null;
  /** From how many per cent of confidence on everything is accepted at once. */
  threshold: number;
}

export interface Matching {
  draft: Draft;
  /** The drafts before each decision, the latest last. */
  past: Draft[];
}

export type Step =
  | { kind: 'decide'; choices: Choices; at: Draft['at'] }
  | { kind: 'show'; at: Draft['at'] }
  | { kind: 'threshold'; percent: number }
  | { kind: 'undo' }
  | { kind: 'saved' | 'taken back'; choices: Choices };

export const blankDraft: Draft = { choices: {}, at: null, threshold: 90 };
const MOST_UNDONE = 100;

/** The choices that were not saved, or were changed since. */
const without = (choices: Choices, saved: Choices): Choices =>
  Object.fromEntries(
    Object.entries(choices).filter(([id, choice]) => !(id in saved) || saved[Number(id)]?.id !== choice?.id),
  );

export function nextState(state: Matching, step: Step): Matching {
  const { draft, past } = state;
  switch (step.kind) {
    case 'decide':
      return {
        draft: { ...draft, choices: { ...draft.choices, ...step.choices }, at: step.at },
        past: [...past, draft].slice(-MOST_UNDONE),
      };
    case 'show':
      return { draft: { ...draft, at: step.at }, past };
    case 'threshold':
      return { draft: { ...draft, threshold: step.percent }, past };
    case 'undo': {
      const before = past.at(-1);
      return before ? { draft: { ...before, threshold: draft.threshold }, past: past.slice(0, -1) } : state;
    }
    // what was chosen meanwhile stays
    case 'saved':
      return { draft: { ...draft, choices: without(draft.choices, step.choices), at: null }, past: [] };
    case 'taken back':
      return { draft: { ...draft, choices: { ...step.choices, ...draft.choices }, at: null }, past: [] };
  }
}

export const isDecided = (choices: Choices, { id }: Pick<UnmatchedProduct, 'id'>): boolean => id in choices;

/** The product after or before the one at `index`; after the last one comes the end. */
export function neighbour(products: Pick<UnmatchedProduct, 'id'>[], index: number, step: 1 | -1): Draft['at'] {
  const to = Math.max(0, index + step);
  return products[to]?.id ?? 'end';
}

/** The index of the product that is shown; undefined at the end. A product that is gone is followed by the first one. */
export function indexOf(products: Pick<UnmatchedProduct, 'id'>[], at: Draft['at']): number | undefined {
  if (at === 'end') return undefined;
  return Math.max(
    0,
    products.findIndex(({ id }) => id === at),
  );
}

/** The undecided products whose likeliest match is at least so probable, with that match. */
export function confidentChoices(products: UnmatchedProduct[], { choices, threshold }: Draft): Choices {
  const sure = products.flatMap(({ id, suggestedMatches: [best] }) =>
    best && !isDecided(choices, { id }) && best.confidence * 100 >= threshold ? [[id, choiceOf(best)] as const] : [],
  );
  return Object.fromEntries(sure);
}

export const choiceOf = ({ id, name, volume_ml }: CatalogueMatch): Choice => ({ id, name, volume_ml });

export interface Tally {
  matched: number;
  absent: number;
}

export function tallyOf(choices: Choices): Tally {
  const all = Object.values(choices);
  const absent = all.filter((choice) => choice === null).length;
  return { matched: all.length - absent, absent };
}
