import { keysOf } from '@ostatok/kit/names/sound.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';

const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const russianKeys = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

/** Shorter phonetic codes match too many names. */
const LEAST_SOUND = 3;
/** The number of items indexed in one idle callback. */
const PREPARED_AT_ONCE = 250;

/** Normalises a text for searching: lower case, ё as е, single spaces. */
const normalise = (text: string): string => text.toLowerCase().replace(/ё/g, 'е').replace(/\s+/g, ' ').trim();

/** Converts text typed in the wrong layout: «l;tv» → «джем». */
export const inRussianLayout = (text: string): string =>
  text.toLowerCase().replace(/./g, (key) => russianKeys[latinKeys.indexOf(key)] ?? key);

/** The phonetic codes of a text's words, with spaces between. */
const soundsOf = (text: string): string => keysOf(text).join(' ');

interface Haystack {
  text: string;
  /** The phonetic codes of the name's words, each with a space before it. */
  sound: string;
}

/** The index entry of each item, built once: an item object never changes, since an edit creates a new one. */
const haystacks = new WeakMap<ShownItem, Haystack>();

function haystackOf(item: ShownItem): Haystack {
  let haystack = haystacks.get(item);
  if (haystack) return haystack;
  const codes = item.codes.length === 0 ? '' : item.codes.map(({ ean }) => ` ${ean}`).join('');
  const text = normalise(`${item.name} ${item.category} ${item.article ?? ''} ${item.ean ?? ''}${codes}`);
  haystack = { text, sound: ` ${soundsOf(item.name)}` };
  haystacks.set(item, haystack);
  return haystack;
}

/** Indexes all items in the browser's idle time, a few at a time, so that the first search is quick. */
export function prepareSearch(items: readonly ShownItem[], idle: (run: () => void) => void): void {
  let next = 0;
  const step = (): void => {
    for (const item of items.slice(next, next + PREPARED_AT_ONCE)) haystackOf(item);
    next += PREPARED_AT_ONCE;
    if (next < items.length) idle(step);
  };
  idle(step);
}

/**
 * Finds items by substrings, with names that begin with the search first, then by the sound of the beginnings of words.
 */
function found(items: readonly ShownItem[], search: string): ShownItem[] {
  const words = normalise(search).split(' ').filter(Boolean);
  const whole = words.join(' ');
  const codes = words.map(soundsOf).filter((code) => code.length >= LEAST_SOUND);
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

/** The matching items, best first; an empty search returns the same array. */
export function matching(items: readonly ShownItem[], search: string): readonly ShownItem[] {
  if (search.trim() === '') return items;
  const direct = found(items, search);
  return direct.length > 0 ? direct : found(items, inRussianLayout(search));
}
