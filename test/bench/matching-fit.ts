/** Fits the matcher's weights: a conditional logit over the candidates of each name and «none of them». */
import type { Features } from '@ostatok/kit/matching/features.ts';
import { probabilities, type Weights } from '@ostatok/kit/matching/rank.ts';

/** A name with its candidates. */
export interface Case {
  name: string;
  /** Names of one brand are in one group, so that none is judged by weights that were fitted on its brand. */
  group: string;
  rows: { features: Features; product: string; isRight: boolean; label: string }[];
  isMixed: boolean;
  kind: 'match' | 'none' | 'removed';
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

const PENALTY = 0.3;
const STEPS = 800;
const RATE = 0.05;
/** What a name counts whose product was taken out of the catalogue: there are as many of them as of all others. */
const OF_REMOVED = 0.6;

const namesOf = (cases: Case[]): (keyof Features)[] =>
  Object.keys(cases.flatMap(({ rows }) => rows)[0]?.features ?? {}) as (keyof Features)[];

interface Sample {
  inputs: number[][];
  right: Set<number>;
  weight: number;
}

/** The last input is that of «none of them». */
function sampleOf({ rows, isMixed, kind }: Case, names: (keyof Features)[]): Sample {
  const inputs = rows.map(({ features }) => [...names.map((name) => features[name]), 0, 0]);
  const right = rows.flatMap(({ isRight }, at) => (isRight ? [at] : []));
  return {
    inputs: [...inputs, [...names.map(() => 0), 1, isMixed ? 1 : 0]],
    right: new Set(right.length > 0 ? right : [rows.length]),
    weight: kind === 'removed' ? OF_REMOVED : 1,
  };
}

function addGradient({ inputs, right, weight }: Sample, weights: number[], gradient: number[]): void {
  const scores = inputs.map((input) => input.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0));
  const highest = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - highest));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const ofRight = shares.reduce((sum, share, at) => sum + (right.has(at) ? share : 0), 0) || Number.MIN_VALUE;
  for (const [at, share] of shares.entries()) {
    const step = weight * (share / whole - (right.has(at) ? share / ofRight : 0));
    for (const [input, value] of (inputs[at] ?? []).entries()) gradient[input] = (gradient[input] ?? 0) + step * value;
  }
}

/** A name whose product was not found teaches nothing. */
const teaches = ({ kind, rows }: Case): boolean => kind !== 'match' || rows.some(({ isRight }) => isRight);

/** Returns the weights under which the right answers are the most probable (Adam, with a penalty on large weights). */
function fitCarefully(cases: Case[]): Weights {
  const names = namesOf(cases);
  const samples = cases.filter(teaches).map((one) => sampleOf(one, names));
  const count = names.length + 2;
  const [weights, means, squares] = [0, 1, 2].map(() => new Array<number>(count).fill(0)) as [
    number[],
    number[],
    number[],
  ];
  for (let step = 1; step <= STEPS; step += 1) {
    const gradient = weights.map((weight, at) => (at < names.length ? PENALTY * weight : 0));
    for (const sample of samples) addGradient(sample, weights, gradient);
    for (const [at, slope] of gradient.entries()) {
      means[at] = 0.9 * (means[at] ?? 0) + 0.1 * slope;
      squares[at] = 0.999 * (squares[at] ?? 0) + 0.001 * slope ** 2;
      const mean = (means[at] ?? 0) / (1 - 0.9 ** step);
      const spread = Math.sqrt((squares[at] ?? 0) / (1 - 0.999 ** step));
      weights[at] = (weights[at] ?? 0) - (RATE * mean) / (spread + 1e-8);
    }
  }
  const fitted = Object.fromEntries(
    [...names, 'none', 'noneOfMixed'].map((name, at) => [name, rounded(weights[at] ?? 0)]),
  );
  return { ...fitted, belowHalf: 1, aboveHalf: 1 } as Weights;
}

/** Of the names that people match, this share is of products that the catalogue lacks. */
const LACKED = 0.08;
/** «None of them» is weighed as if so many were: a wrong link costs more than a right one that has to be looked for. */
const LACKED_AT_WORST = 0.18;
const SHARPNESS = Array.from({ length: 13 }, (_, at) => 1 + at * 0.1);
const SHIFTS = Array.from({ length: 13 }, (_, at) => -at * 0.25);

/** What a name counts, so that names without their product have this share. */
function weightsFor(cases: Case[], lacked: number): (one: Case) => number {
  const counts = { match: 0, none: 0, removed: 0 };
  for (const { kind } of cases) counts[kind] += 1;
  const ofRemoved = (counts.match * lacked) / (1 - lacked) / Math.max(1, counts.removed);
  return ({ kind }) => (kind === 'removed' ? ofRemoved : 1);
}

/** How little the right answers are expected. */
function surprise(cases: Case[], weights: Weights): number {
  const weightOf = weightsFor(cases, LACKED_AT_WORST);
  return cases.filter(teaches).reduce((sum, one) => {
    const chances = probabilities(one.rows, one.isMixed, weights);
    const right = one.rows.findIndex(({ isRight }) => isRight);
    const products = new Map(one.rows.map(({ product }, at) => [product, chances[at] ?? 0]));
    const none = 1 - [...products.values()].reduce((total, chance) => total + chance, 0);
    const chance = right < 0 ? none : (chances[right] ?? 0);
    return sum - Math.log(Math.max(chance, 1e-9)) * weightOf(one);
  }, 0);
}

function adjusted({ belowHalf, aboveHalf, ...scores }: Weights, by: number, shift: number): Weights {
  const raised = Object.entries(scores).map(([name, weight]) => [name, rounded(weight * by)] as const);
  const all = Object.fromEntries(raised) as Omit<Weights, 'belowHalf' | 'aboveHalf'>;
  return { ...all, none: rounded(all.none + shift), belowHalf, aboveHalf };
}

const BELOW_HALF = Array.from({ length: 18 }, (_, at) => rounded(1 - at * 0.05));
const ABOVE_HALF = Array.from({ length: 21 }, (_, at) => rounded(1 + at * 0.1));

/** How little it is expected that the likeliest product is right, or that it is wrong. */
function doubt(cases: Case[], weights: Weights): number {
  const weightOf = weightsFor(cases, LACKED);
  return cases.reduce((sum, one) => {
    const chances = probabilities(one.rows, one.isMixed, weights);
    const first = chances.indexOf(Math.max(...chances));
    const isRight = one.rows.some(({ product, isRight }) => isRight && product === one.rows[first]?.product);
    const chance = chances[first] ?? 0;
    return sum - Math.log(Math.max(isRight ? chance : 1 - chance, 1e-9)) * weightOf(one);
  }, 0);
}

function least(choices: Weights[], cases: Case[], loss: typeof surprise): Weights {
  const judged = choices.map((weights) => ({ weights, loss: loss(cases, weights) }));
  return judged.reduce((best, one) => (one.loss < best.loss ? one : best)).weights;
}

/**
 * The fit is careful, as it saw as many names without their product as with it. In practice these are few: all weights
 * are raised together and «none of them» is made less likely. Then the odds of the likeliest are raised, below one half
 * and above it, until the confidence is right as often as it says; this changes no order, and what has one half keeps it.
 */
export function fitWeights(cases: Case[]): Weights {
  const careful = fitCarefully(cases);
  const raised = least(
    SHARPNESS.flatMap((by) => SHIFTS.map((shift) => adjusted(careful, by, shift))),
    cases,
    surprise,
  );
  const below = least(
    BELOW_HALF.map((belowHalf) => ({ ...raised, belowHalf })),
    cases,
    doubt,
  );
  return least(
    ABOVE_HALF.map((aboveHalf) => ({ ...below, aboveHalf })),
    cases,
    doubt,
  );
}

const FOLDS = 5;

/** Returns for each case the weights that were fitted without its group. */
export function fitAcross(cases: Case[]): Map<Case, Weights> {
  const groups = [...new Set(cases.map(({ group }) => group))];
  const foldOf = new Map(groups.map((group, at) => [group, at % FOLDS]));
  const byCase = new Map<Case, Weights>();
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const weights = fitWeights(cases.filter(({ group }) => foldOf.get(group) !== fold));
    for (const one of cases) if (foldOf.get(one.group) === fold) byCase.set(one, weights);
  }
  return byCase;
}
