import { isNumber, wordsOf } from '@ostatok/kit/names/words.ts';
import type { FoundItem, Names } from '../items/find-item.ts';
import type { Line } from './grammar/line.ts';
import { tellingOf } from './named-in.ts';
import { among, type Convert, type Outcome } from './resolve.ts';

interface Resolved {
  line: Line;
  outcome: Outcome;
}

/** Matches what people call an item by that has nothing besides its name: «кола зеро +2, обычная +1». */
const PLAIN = /^(?:обычн\p{L}{2,3}|прост(?:ой|ая|ое|ую|ого)|классическ\p{L}{2,3}|стандартн\p{L}{2,3})$/iu;

function itemsOf(outcome: Outcome): FoundItem[] {
  if (outcome.kind === 'apply' || outcome.kind === 'need') return [outcome.item];
  return outcome.kind === 'ask' ? outcome.options.map(({ item }) => item) : [];
}

function itemsCalled(words: string[], names: Names): FoundItem[] {
  const found = words.length > 0 ? names.find(words.join(' ')) : undefined;
  return found?.kind === 'one' ? [found.item] : found?.kind === 'several' ? found.items : [];
}

/** Returns the texts that may be the name before what sets an item apart, the longest first. */
function namesBefore({ line, outcome }: Resolved): string[][] {
  const said = line.kind === 'change' ? wordsOf(line.main.name) : [];
  const shorter = said.map((_, index) => said.slice(0, -1 - index));
  const rest = wordsOf(itemsOf(outcome)[0]?.name ?? '').filter((word) => !said.includes(word) && !isNumber(word));
  return [...shorter, rest];
}

/**
 * Asks about a line that names an item by nothing but «обычная»: it is like the item named before it in the message,
 * without what that one has. Undefined where the line has a name of its own or nothing is like that item.
 */
export function plainItem(
  { line, outcome }: Resolved,
  before: Resolved[],
  names: Names,
  convert?: Convert,
): Outcome | undefined {
  if (line.kind !== 'change') return undefined;
  const [word = '', ...others] = tellingOf(wordsOf(line.main.name));
  if (others.length > 0 || !PLAIN.test(word)) return undefined;
  const last = before.findLast((one) => itemsOf(one.outcome).length > 0);
  if (!last) return undefined;
  const said = itemsOf(last.outcome);
  for (const name of namesBefore(last)) {
    const alike = itemsCalled(name, names).filter(({ id }) => said.every((item) => item.id !== id));
    if (alike.length === 0) continue;
    const called = itemsCalled([...name, word], names).filter(({ id }) => alike.some((item) => item.id === id));
    const own = itemsOf(outcome).filter(({ id }) => alike.every((item) => item.id !== id));
    return among(line, [...(called.length > 0 ? called : alike), ...own], convert);
  }
  return undefined;
}
