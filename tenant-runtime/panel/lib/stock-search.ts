import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';
import { soundOf } from './sound.ts';

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

/** Fewer letters sound like too much. */
const LEAST_SOUND = 3;
/** Items prepared at a time while the browser has nothing else to do. */
const PREPARED_AT_ONCE = 250;

/** Lower case, ё as е, single spaces: how a search sees a name. */
const normalise = (text: string): string => text.toLowerCase().replace(/ё/g, 'е').replace(/\s+/g, ' ').trim();

/** What the same keys give in the Russian layout: «l;tv» → «джем». */
export const inRussianLayout = (text: string): string =>
  text.toLowerCase().replace(/./g, (key) => russianKeys[latinKeys.indexOf(key)] ?? key);

interface Haystack {
  text: string;
  /** Of the name's words, each with a space before it. */
  sound: string;
}

/** An item's text never changes (an edit brings a new object), so it is read once. */
const haystacks = new WeakMap<ShownItem, Haystack>();

function haystackOf(item: ShownItem): Haystack {
  let haystack = haystacks.get(item);
  if (haystack) return haystack;
  const codes = item.codes.length === 0 ? '' : item.codes.map(({ ean }) => ` ${ean}`).join('');
  const text = normalise(`${item.name} ${item.category} ${item.article ?? ''} ${item.ean ?? ''}${codes}`);
  haystack = { text, sound: ` ${soundOf(normalise(item.name))}` };
  haystacks.set(item, haystack);
  return haystack;
}

/** Reads what searches look into, a little at a time in the browser's idle moments, so that the first letter is quick. */
export function prepareSearch(items: readonly ShownItem[], idle: (run: () => void) => void): void {
  let next = 0;
  const step = (): void => {
    for (const item of items.slice(next, next + PREPARED_AT_ONCE)) haystackOf(item);
    next += PREPARED_AT_ONCE;
    if (next < items.length) idle(step);
  };
  idle(step);
}

/** By its parts first, names that begin with the search before the others; then by sound, each word from its beginning. */
function found(items: readonly ShownItem[], search: string): ShownItem[] {
  const words = normalise(search).split(' ').filter(Boolean);
  const whole = words.join(' ');
  const codes = words.map((word) => soundOf(word)).filter((code) => code.length >= LEAST_SOUND);
  const bySound = codes.length === words.length ? codes.map((code) => ` ${code}`) : null;
  const starting: ShownItem[] = [];
  const containing: ShownItem[] = [];
  const sounding: ShownItem[] = [];
  for (const item of items) {
    const { text, sound } = haystackOf(item);
    if (words.every((word) => text.includes(word))) (text.startsWith(whole) ? starting : containing).push(item);
    else if (bySound?.every((code) => sound.includes(code))) sounding.push(item);
  }
  return [...starting, ...containing, ...sounding];
}

/** Items that the search means, best first; the same items for an empty one. */
export function matching(items: readonly ShownItem[], search: string): readonly ShownItem[] {
  if (search.trim() === '') return items;
  const direct = found(items, search);
  return direct.length > 0 ? direct : found(items, inRussianLayout(search));
}
