/** Fits the matcher's weights: a conditional logit over the candidates of each name and «none of them». */
import type { Features } from '@ostatok/api/src/matching/features.ts';
import { probabilities, type Weights } from '@ostatok/api/src/matching/rank.ts';

/** A name with its candidates. */
export interface Case {
  name: string;
  /** Names of one brand are in one group, so that none is judged by weights that were fitted on its brand. */
  group: string;
  rows: { features: Features; product: string; isRight: boolean; label: string }[];
  isMixed: boolean;
  kind: 'match' | 'none' | 'removed';
}

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
  const rounded = weights.map((weight) => Math.round(weight * 1000) / 1000);
  return Object.fromEntries([...names, 'none', 'noneOfMixed'].map((name, at) => [name, rounded[at] ?? 0])) as Weights;
}

/** Of the names that people match, this share is of products that the catalogue lacks. */
const LACKED = 0.18;
const SHARPNESS = Array.from({ length: 13 }, (_, at) => 1 + at * 0.1);
const SHIFTS = Array.from({ length: 13 }, (_, at) => -at * 0.25);

/** How little the right answers are expected, summed over names as they come in practice. */
function surprise(cases: Case[], weights: Weights): number {
  const counts = { match: 0, none: 0, removed: 0 };
  for (const { kind } of cases) counts[kind] += 1;
  const ofRemoved = (counts.match * LACKED) / (1 - LACKED) / Math.max(1, counts.removed);
  return cases.filter(teaches).reduce((sum, { rows, isMixed, kind }) => {
    const chances = probabilities(rows, isMixed, weights);
    const right = rows.findIndex(({ isRight }) => isRight);
    const products = new Map(rows.map(({ product }, at) => [product, chances[at] ?? 0]));
    const none = 1 - [...products.values()].reduce((total, chance) => total + chance, 0);
    const chance = right < 0 ? none : (chances[right] ?? 0);
    return sum - Math.log(Math.max(chance, 1e-9)) * (kind === 'removed' ? ofRemoved : 1);
  }, 0);
}

const adjusted = (weights: Weights, by: number, shift: number): Weights => {
  const raised = Object.entries(weights).map(([name, weight]) => [name, weight * by] as const);
  return Object.fromEntries(
    raised.map(([name, weight]) => [name, Math.round((weight + (name === 'none' ? shift : 0)) * 1000) / 1000]),
  ) as Weights;
};

/**
 * The fit is careful, as it saw as many names without their product as with it. In practice these are few: all weights
 * are raised together and «none of them» is made less likely, which changes no order, until the confidence is right as
 * often as it says.
 */
export function fitWeights(cases: Case[]): Weights {
  const careful = fitCarefully(cases);
  return SHARPNESS.flatMap((by) => SHIFTS.map((shift) => adjusted(careful, by, shift))).reduce((best, weights) =>
    surprise(cases, weights) < surprise(cases, best) ? weights : best,
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
