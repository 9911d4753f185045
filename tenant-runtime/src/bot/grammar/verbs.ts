import type { Reason } from '../../../contract/changes.ts';
import type { Amount } from '../amounts.ts';
import { REASON, reasonNamed } from '../reasons.ts';
import type { Change, Line } from './line.ts';
import { unsignedParts } from './parts.ts';
import { amountsFrom, SIGNED_AMOUNTS } from './quantity.ts';
import { nameAndQuantity } from './stock-level.ts';
import { nameOf } from './tidy.ts';
import { parseWords } from './words.ts';

const COMES =
  'пришл[оаи]|приш[её]л|(?:при|за|под)в[её]з(?:ли|ла)?|прин[её]с(?:ли|ла)?|приехал[оаи]?|доставил[аи]?|добав(?:ь|ьте|ить|ил|ила|или|лено)|получ(?:или|ил|ила|ено)|приход|поступил[оаи]?|(?:до|за)?купил[аи]?|поставка|накладная|принял[аи]?|при[её]мка|плюсани|плюсуй(?:те)?|плюс';
const GOES =
  'ушл[оаи]|уш[её]л|спиши(?:те)?|списать|вычти|убери(?:те)?|убрать|минусани|минусуй(?:те)?|минусн(?:и|ите|уть|ул[аи]?)|отдал[аи]?|расход|потратил[аи]?|израсходовал[аи]?|использовал[аи]?|продал[аи]?|продано|взял[аи]?|налил[аи]?|выпил[аи]?|минус';
const SAYS = 'запиши(?:те)?|внеси(?:те)?|отметь(?:те)?|занеси(?:те)?';
const VERB = `${COMES}|${GOES}|${SAYS}|${REASON}`;

const comes = new RegExp(`^(?:${COMES})$`, 'iu');
const goes = new RegExp(`^(?:${GOES})$`, 'iu');
const denied = /(?:^| )(?:не|нет|надо|нужно|заказ\p{L}*|закаж\p{L}*|завтра)(?= |$)/iu;
const verbFirst = new RegExp(`^(${VERB})(?: ?[:,–—-])? (?=\\p{L}|\\p{N})`, 'iu');
const verbLast = new RegExp(` (${VERB}|[+−–-])$`, 'iu');
const verbInside = new RegExp(` (${VERB}):? ${SIGNED_AMOUNTS}$`, 'iu');
const quantityFirst = new RegExp(`^(${SIGNED_AMOUNTS}) (?=\\p{L})`, 'iu');

export interface Direction {
  /** Undefined where the word only reports something and gives no direction. */
  sign?: 1 | -1;
  because?: Reason;
}

/** Returns the sign and the reason that a word implies. */
export function directionOf(word: string): Direction | undefined {
  if (comes.test(word) || word === '+') return { sign: 1 };
  if (goes.test(word) || /^[−–-]$/u.test(word)) return { sign: -1 };
  const because = reasonNamed(word);
  if (because) return because === 'transfer' ? {} : { sign: -1, because };
  return new RegExp(`^(?:${SAYS})$`, 'iu').test(word) ? {} : undefined;
}

export const withSign = (amounts: Amount[], sign: 1 | -1): Amount[] =>
  amounts.map((amount) => ({ ...amount, micros: amount.micros === null ? null : sign * amount.micros }));

/** Reads «спиши абсолют 0,5», «пришло: абсолют +1», «разбили бутылку кампари». */
function afterVerb(rest: string, { sign, because }: Direction): Omit<Change, 'kind' | 'exact'> | undefined {
  const read = parseWords(rest, rest);
  if (read.kind === 'change' && !read.sets && read.certainty !== 'doubtful') {
    const agrees = sign === undefined || read.main.amounts.every(({ micros }) => (micros ?? sign) * sign > 0);
    return { main: read.main, certainty: agrees ? read.certainty : 'doubtful', ...(because && agrees && { because }) };
  }
  if (!sign || read.kind === 'change') return undefined;
  const why = because && { because };
  const named = nameAndQuantity(rest);
  if (named) return { main: { ...named, amounts: withSign(named.amounts, sign) }, certainty: 'unsigned', ...why };
  const first = quantityFirst.exec(rest);
  const amounts = first && amountsFrom(sign, first.groups ?? {}, first[1] ?? '');
  return amounts ? { main: { name: rest.slice(first[0].length), amounts }, certainty: 'doubtful', ...why } : undefined;
}

function read(text: string): Omit<Change, 'kind' | 'exact'> | undefined {
  const first = verbFirst.exec(text);
  const before = first && directionOf(first[1] ?? '');
  if (before) return afterVerb(text.slice(first[0].length), before);
  const inside = verbInside.exec(text);
  const { sign, because } = directionOf(inside?.[1] ?? '') ?? {};
  const amounts = inside && sign && amountsFrom(sign, inside.groups ?? {}, inside[0].trim());
  const name = nameOf(text.slice(0, inside?.index));
  if (amounts) return { main: { name, amounts }, certainty: 'plain', ...(because && { because }) };
  const last = verbLast.exec(text);
  const after = last && directionOf(last[1] ?? '');
  const named = after?.sign && nameAndQuantity(text.slice(0, last?.index));
  if (!named || !after?.sign) return undefined;
  const main = { ...named, amounts: withSign(named.amounts, after.sign) };
  return { main, certainty: 'doubtful', ...(after.because && { because: after.because }) };
}

/** Reads several items after one verb: «пришло: абсолют 2, лайм 3 кг». */
function severalAfterVerb(text: string): Line[] {
  const first = verbFirst.exec(text);
  const { sign, because } = directionOf(first?.[1] ?? '') ?? {};
  const parts = first && sign ? unsignedParts(text.slice(first[0].length)) : [];
  const named = parts.flatMap((part) => nameAndQuantity(part) ?? []);
  if (!sign || named.length < parts.length) return [];
  return named.map(({ name, amounts }, index) => ({
    kind: 'change',
    text: parts[index] ?? '',
    main: { name, amounts: withSign(amounts, sign) },
    exact: [],
    certainty: 'unsigned',
    ...(because && { because }),
  }));
}

const MAX_PARTS = 20;

/** Reads «абсолют 0,5 минус, кампари 0,2 плюс», where every part ends with its verb. */
function severalBeforeVerbs(text: string): Line[] {
  const parts = text.split(/ ?[,;] ?(?=\p{L})/u);
  if (parts.length < 2 || parts.length > MAX_PARTS || !parts.every((part) => verbLast.test(part))) return [];
  const lines = parts.flatMap((part): Line[] => {
    const line = read(part);
    return line ? [{ kind: 'change', text: part, exact: [], ...line }] : [];
  });
  return lines.length === parts.length ? lines : [];
}

/** Reads a line whose sign is a verb: «ушло», «спиши», «разбили». A denied or merely planned change is not read. */
export function byVerb(text: string): Line[] {
  if (denied.test(text)) return [];
  const several = [severalAfterVerb(text), severalBeforeVerbs(text)].find((lines) => lines.length > 0);
  if (several) return several;
  const line = read(text);
  return line && /\p{L}/u.test(line.main.name) ? [{ kind: 'change', text, exact: [], ...line }] : [];
}
