import test from 'ava';
import type { Unit } from '../../../tenant-runtime/contract/items.ts';
import { toFound } from '../../../tenant-runtime/src/bot/amounts.ts';
import { outcomesOf } from '../../../tenant-runtime/src/bot/lines.ts';
import type { Outcome } from '../../../tenant-runtime/src/bot/resolve.ts';
import { createNames, type FoundItem } from '../../../tenant-runtime/src/items/find-item.ts';

const item = (line: string, index = 0): FoundItem => {
  const [name = '', unit = 'кг', pack] = line.split('|');
  const packs = pack ? [Number(pack)] : [];
  return { id: index + 1, name, article: null, ean: null, packs, unit: unit as Unit, volumeMl: null };
};
const namesOf = (...lines: string[]) => createNames(lines.map(item));

function outcome(one: Outcome): string {
  if (one.kind === 'apply') return `${one.item.name} ${one.sets ? '= ' : ''}${one.delta}`;
  if (one.kind === 'ask') return `? ${one.options.map(({ item: { name }, delta }) => `${name} ${delta}`).join(' / ')}`;
  if (one.kind === 'need') return `${one.need} of ${one.item.name}`;
  if (one.kind === 'refused' && one.items) return `card of ${one.items.map(({ name }) => name).join(' / ')}`;
  return one.kind;
}

const read = async (text: string, lines: string[], counting = {}): Promise<string[]> => {
  const reading = { names: namesOf(...lines), tenantId: 'bar', updateId: 1, ...counting };
  return (await outcomesOf(text, reading)).map((one) => outcome(one.outcome));
};

test('«обычная» is what has nothing besides the name of the item just named, and is asked about', async (t) => {
  const plain = ['Кола|шт|24', 'Кола Зеро|шт|24', 'Вода обычная|шт'];
  for (const [text, ...outcomes] of [
    ['кола зеро +2, обычная + 1 ящик', 'Кола Зеро 2', '? Кола 24'],
    ['кола зеро +2\nобычная +3', 'Кола Зеро 2', '? Кола 3 / Вода обычная 3'],
    ['обычная +3', '? Вода обычная 3'],
  ] as const)
    t.deepEqual(await read(text, plain), outcomes as unknown as string[], text);
  for (const [text, ...outcomes] of [
    ['кола зеро +2, а простая +1', 'Кока-Кола Зеро 0,25 2', '? Кока-Кола 0,25 1'],
    ['зеро +2, обычная +1', '? Кока-Кола Зеро 0,25 2', '? Кока-Кола 0,25 1'],
    ['кола зеро +2, обычная + 1 ящик', 'Кока-Кола Зеро 0,25 2', 'pack of Кока-Кола 0,25'],
    ['пепси лайт +2, обычная +1', 'Пепси Лайт 2', '? Пепси 1'],
    ['квас +2, обычная +1', 'Квас 2', 'unknown'],
    ['фанта +2, обычная +1', 'unknown', 'unknown'],
  ] as const)
    t.deepEqual(
      await read(text, ['Кока-Кола 0,25|шт', 'Кока-Кола Зеро 0,25|шт', 'Пепси|шт', 'Пепси Лайт|шт', 'Квас|л']),
      outcomes as unknown as string[],
      text,
    );
  t.deepEqual(await read('кола зеро 2\nобычная 3', plain, { counted: true, convert: toFound }), [
    'Кола Зеро 2',
    '? Кола 3 / Вода обычная 3',
  ]);
});
