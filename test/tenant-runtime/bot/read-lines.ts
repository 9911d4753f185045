import type { Unit } from '../../../tenant-runtime/contract/items.ts';
import { outcomesOf, type Reading } from '../../../tenant-runtime/src/bot/lines.ts';
import type { Outcome } from '../../../tenant-runtime/src/bot/resolve.ts';
import { createNames, type FoundItem, type Names } from '../../../tenant-runtime/src/items/find-item.ts';

function item(line: string, index: number): FoundItem {
  const [name = '', unit = 'кг', pack] = line.split('|');
  const packs = pack ? [Number(pack)] : [];
  return { id: index + 1, name, article: null, ean: null, packs, unit: unit as Unit, volumeMl: null };
}

/** The names of items written as «Кола|шт|24»: the name, the unit and the size of a case. */
export const namesOf = (...lines: string[]): Names => createNames(lines.map(item));

function summary(one: Outcome): string {
  if (one.kind === 'apply') return `${one.item.name} ${one.sets ? '= ' : ''}${one.delta}`;
  if (one.kind === 'ask') return `? ${one.options.map(({ item: { name }, delta }) => `${name} ${delta}`).join(' / ')}`;
  if (one.kind === 'need') return `${one.need} of ${one.item.name}`;
  if (one.kind === 'refused' && one.items) return `card of ${one.items.map(({ name }) => name).join(' / ')}`;
  return one.kind;
}

/** What becomes of each line of a message in a tenant with these items, without a database. */
export async function readLines(text: string, items: string[], counting: Partial<Reading> = {}): Promise<string[]> {
  const reading = { names: namesOf(...items), tenantId: 'bar', updateId: 1, ...counting };
  return (await outcomesOf(text, reading)).map(({ outcome }) => summary(outcome));
}
