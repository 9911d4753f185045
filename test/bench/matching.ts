/** `npm run bench matching`: how often names of real lists are matched rightly; `-- --fit` fits the weights anew. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createActivity } from '@ostatok/api/src/activity/activity.service.ts';
import { createCatalogue } from '@ostatok/api/src/catalogue/catalogue.service.ts';
import { type Comparison, createMatcher, type Matcher } from '@ostatok/api/src/matching/matcher.ts';
import { probabilities, type Weights } from '@ostatok/kit/matching/rank.ts';
import fitted from '@ostatok/kit/matching/weights.json' with { type: 'json' };
import { parseName } from '@ostatok/kit/names/parse.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import { startTestPlatform } from '../support/platform/platform.ts';
import { type Case, fitAcross, fitWeights } from './matching-fit.ts';
import { hasPairs, type Pair, readCatalogue, readPairs, readPairsByCode } from './matching-pairs.ts';
import type { Row } from './row.ts';

const IMPORTED_AT_ONCE = 100_000;
const weightsFile = fileURLToPath(new URL('../../kit/matching/weights.json', import.meta.url));

type ComparedRow = Comparison['rows'][number];
const withoutVolume = (product: string): string => product.split(' ').slice(0, -1).join(' ');

/** The product that a pair names, as the catalogue has it; undefined where it has it neither by code nor by name. */
async function truthOf({ ean, productName }: Pair, find: (by: object) => Promise<ComparedRow['alias'] | undefined>) {
  return (ean && (await find({ ean }))) || (await find({ description: productName }));
}

function caseOf(
  pair: Pair,
  { rows, isMixed }: Comparison,
  truth: { alias: ComparedRow['alias']; product: string } | undefined,
): Case {
  const isRight = ({ alias, product }: ComparedRow): boolean =>
    truth !== undefined &&
    (alias.ean === truth.alias.ean ||
      (pair.isVolumeSaid ? product === truth.product : withoutVolume(product) === withoutVolume(truth.product)));
  const brand = parseName(pair.productName).words.find(({ role }) => role === 'name')?.key;
  return {
    name: pair.name,
    group: brand ?? pair.name,
    kind: truth ? 'match' : 'none',
    isMixed,
    rows: rows.map((row) => ({
      features: row.features,
      product: row.product,
      isRight: isRight(row),
      label: `${row.alias.description} ${row.alias.volume_ml ?? ''}`,
    })),
  };
}

/** The same name in a catalogue from which its product was taken. */
const withoutProduct = (one: Case): Case => ({
  ...one,
  kind: 'removed',
  rows: one.rows.filter(({ isRight }) => !isRight),
});

interface Matched {
  cases: Case[];
  unseen: Case[];
  absent: string[];
  namesPerSecond: number;
}

/** Compares the pairs of one catalogue, which is imported for it. */
async function matchAll(catalogueName: Pair['catalogue'], pairs: Pair[], unseen: Pair[]): Promise<Matched> {
  const platform = await startTestPlatform();
  const db = connect(platform.databaseUrl, { max: 8 });
  try {
    const catalogue = createCatalogue({ db, activity: createActivity({ db }) });
    const rows = readCatalogue(catalogueName);
    for (let from = 0; from < rows.length; from += IMPORTED_AT_ONCE)
      await catalogue.importRows(rows.slice(from, from + IMPORTED_AT_ONCE), null);
    await db.raw('vacuum (analyze)');
    const matcher = createMatcher({ catalogue });
    const find = async (by: object) => {
      const row = await db('aliases').where(by).first('id');
      return row && (await catalogue.get(row.id));
    };
    const caseOfPair = async (pair: Pair): Promise<Case | undefined> => {
      const alias = pair.isNone ? undefined : await truthOf(pair, find);
      if (!alias && !pair.isNone) return;
      return caseOf(pair, await matcher.compare(pair.name), alias && { alias, product: matcher.markOf(alias) });
    };
    const known = new Map<Pair, Case | undefined>();
    for (const pair of [...pairs, ...unseen]) known.set(pair, await caseOfPair(pair));
    return {
      cases: pairs.flatMap((pair) => known.get(pair) ?? []),
      unseen: unseen.flatMap((pair) => known.get(pair) ?? []),
      absent: pairs.flatMap((pair) => (known.get(pair) ? [] : pair.name)),
      namesPerSecond: await speedOf(matcher, pairs),
    };
  } finally {
    await db.destroy();
    await platform.stop();
  }
}

const AT_ONCE = 8;
async function speedOf(matcher: Matcher, pairs: Pair[]): Promise<number> {
  const left = [...pairs, ...pairs];
  const count = left.length;
  const started = performance.now();
  const client = async (): Promise<void> => {
    for (let pair = left.pop(); pair; pair = left.pop()) await matcher.match(pair.name, 5);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return (count * 1000) / (performance.now() - started);
}

/** The products of a case in the order of their probability. */
interface Judged {
  of: Case;
  first: { confidence: number; isRight: boolean; label: string } | undefined;
  /** The place of the right product, from 0; infinite where it is not among them. */
  place: number;
}

function judge(of: Case, weights: Weights): Judged {
  const confidence = probabilities(of.rows, of.isMixed, weights);
  const products = new Map<string, { confidence: number; isRight: boolean; label: string }>();
  for (const [at, { product, isRight, label }] of of.rows.entries()) {
    const known = products.get(product);
    products.set(product, {
      confidence: confidence[at] ?? 0,
      isRight: isRight || known?.isRight === true,
      label: known?.label ?? label,
    });
  }
  const ranked = [...products.values()].toSorted((a, b) => b.confidence - a.confidence);
  const place = ranked.findIndex(({ isRight }) => isRight);
  return { of, first: ranked[0], place: place < 0 ? Number.POSITIVE_INFINITY : place };
}

const share = (part: number, whole: number): number => (part / Math.max(1, whole)) * 100;

/** By how much the confidence differs from how often it is right, in ten bins. */
function calibrationError(judged: Judged[]): number {
  const bins = Array.from({ length: 10 }, () => ({ said: 0, right: 0 }));
  for (const { first } of judged) {
    const bin = bins[Math.min(9, Math.floor((first?.confidence ?? 0) * 10))];
    if (!bin) continue;
    bin.said += first?.confidence ?? 0;
    bin.right += first?.isRight ? 1 : 0;
  }
  return bins.reduce((sum, { said, right }) => sum + Math.abs(said - right), 0) / judged.length;
}

const RESAMPLED = 1000;
/** Numbers from 0 to 1 that are the same in every run. */
function createRandom(): () => number {
  let seed = 42;
  return () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
}

/** The middle nineteen of twenty of what resampled cases give. */
function interval(judged: Judged[]): [number, number] {
  const random = createRandom();
  const errors = Array.from({ length: RESAMPLED }, () =>
    calibrationError(judged.map(() => judged[Math.floor(random() * judged.length)] as Judged)),
  ).toSorted((a, b) => a - b);
  return [errors[Math.floor(RESAMPLED * 0.025)] ?? 0, errors[Math.floor(RESAMPLED * 0.975)] ?? 0];
}

/** The error that so many names give on average when each is right exactly as often as its confidence says. */
function leastError(judged: Judged[]): number {
  const random = createRandom();
  const drawn = ({ of, first, place }: Judged): Judged => ({
    of,
    place,
    first: first && { ...first, isRight: random() < first.confidence },
  });
  const errors = Array.from({ length: RESAMPLED }, () => calibrationError(judged.map(drawn)));
  return errors.reduce((sum, error) => sum + error, 0) / RESAMPLED;
}

const GENERATED = 13;

function rowsOf(title: string, judged: Judged[]): Row[] {
  const matches = judged.filter(({ of }) => of.kind === 'match');
  const removed = judged.filter(({ of }) => of.kind === 'removed');
  const generated = removed.filter((_, at) => at % Math.ceil(removed.length / GENERATED) === 0);
  const none = [...judged.filter(({ of }) => of.kind === 'none'), ...generated];
  const sure = (some: Judged[]): number => some.filter(({ first }) => (first?.confidence ?? 0) >= 0.5).length;
  const counted = [...matches, ...none];
  const [low, high] = interval(counted);
  const atLeast = (name: string, value: number, limit: number): Row => ({
    name: `Сопоставление ${title}: ${name}`,
    value,
    unit: '%',
    limit,
    ok: value >= limit,
  });
  const within = (name: string, value: number, limit: number, unit: string): Row => ({
    name: `Сопоставление ${title}: ${name}`,
    value,
    unit,
    limit,
    ok: value <= limit,
  });
  return [
    atLeast('верный первым', share(matches.filter(({ place }) => place === 0).length, matches.length), 88),
    atLeast('верный среди пяти', share(matches.filter(({ place }) => place < 5).length, matches.length), 96),
    within(`нет в каталоге (${none.length}), дано ≥ 0,5`, share(sure(none), none.length), 5, '%'),
    {
      name: `Сопоставление ${title}: верный изъят (${removed.length}), дано ≥ 0,5`,
      value: share(sure(removed), removed.length),
      unit: '%',
      ok: true,
    },
    within(
      `ошибка уверенности, 95 %: ${low.toFixed(3)}–${high.toFixed(3)}, у верной ${leastError(counted).toFixed(3)}`,
      calibrationError(counted),
      0.05,
      '',
    ),
  ];
}

/** How names are matched that had no part in the fit. */
function rowsOfUnseen(judged: Judged[]): Row[] {
  const row = (name: string, value: number, unit: string): Row => ({
    name: `Сопоставление (по коду, ${judged.length} непрочитанных): ${name}`,
    value,
    unit,
    ok: true,
  });
  return [
    row('верный первым', share(judged.filter(({ place }) => place === 0).length, judged.length), '%'),
    row('верный среди пяти', share(judged.filter(({ place }) => place < 5).length, judged.length), '%'),
    row(`ошибка уверенности, у верной ${leastError(judged).toFixed(3)}`, calibrationError(judged), ''),
  ];
}

/** Prints what is not right, for whoever improves the matcher. */
function printMistakes(judged: Judged[]): void {
  for (const { of, first, place } of judged) {
    const isWrong = of.kind === 'match' ? place > 0 : (first?.confidence ?? 0) >= 0.5;
    if (!isWrong) continue;
    const right = of.rows.find(({ isRight }) => isRight)?.label ?? 'не найден';
    console.log(
      `${of.kind} «${of.name}»: ${first?.confidence.toFixed(2)} ${first?.label}; верно: ${right} (${place + 1})`,
    );
  }
}

export async function bench(): Promise<Row[]> {
  if (!hasPairs()) {
    console.log('Размеченных названий нет (OSTATOK_CORPUS): сопоставление не измерено');
    return [];
  }
  const pairs = readPairs();
  const alko = await matchAll(
    'alko',
    pairs.filter(({ catalogue }) => catalogue === 'alko'),
    readPairsByCode(),
  );
  const uhtt = await matchAll(
    'uhtt',
    pairs.filter(({ catalogue }) => catalogue === 'uhtt'),
    [],
  );
  const matched = [...alko.cases, ...uhtt.cases];
  const cases = [...matched, ...matched.filter(({ kind }) => kind === 'match').map(withoutProduct)];
  console.log(`Нет ни по коду, ни по названию: ${[...alko.absent, ...uhtt.absent].join('; ')}`);
  let weights: Weights = fitted;
  if (process.argv.includes('--fit')) {
    weights = fitWeights(cases);
    await writeFile(weightsFile, `${JSON.stringify(weights, null, 2)}\n`);
  }
  const across = fitAcross(cases);
  const judged = cases.map((one) => judge(one, weights));
  if (process.argv.includes('--mistakes')) printMistakes(judged);
  return [
    ...rowsOf('', judged),
    ...rowsOf(
      '(без своей марки)',
      cases.map((one) => judge(one, across.get(one) ?? weights)),
    ),
    ...rowsOfUnseen(alko.unseen.map((one) => judge(one, weights))),
    {
      name: 'Сопоставление: названий в секунду',
      value: alko.namesPerSecond,
      unit: '1/с',
      limit: 200,
      ok: alko.namesPerSecond >= 200,
    },
  ];
}
