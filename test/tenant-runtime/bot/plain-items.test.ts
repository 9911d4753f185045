import test from 'ava';
import { toFound } from '../../../tenant-runtime/src/bot/amounts.ts';
import { readLines } from './read-lines.ts';

test('«обычная» is what has nothing besides the name of the item just named, and is asked about', async (t) => {
  const plain = ['Кола|шт|24', 'Кола Зеро|шт|24', 'Вода обычная|шт'];
  const alike: [text: string, ...outcomes: string[]][] = [
    ['кола зеро +2, обычная + 1 ящик', 'Кола Зеро 2', '? Кола 24'],
    ['кола зеро +2\nобычная +3', 'Кола Зеро 2', '? Кола 3 / Вода обычная 3'],
    ['обычная +3', '? Вода обычная 3'],
  ];
  for (const [text, ...outcomes] of alike) t.deepEqual(await readLines(text, plain), outcomes, text);
  const others: [text: string, ...outcomes: string[]][] = [
    ['кола зеро +2, а простая +1', 'Кока-Кола Зеро 0,25 2', '? Кока-Кола 0,25 1'],
    ['зеро +2, обычная +1', '? Кока-Кола Зеро 0,25 2', '? Кока-Кола 0,25 1'],
    ['кола зеро +2, обычная + 1 ящик', 'Кока-Кола Зеро 0,25 2', 'pack of Кока-Кола 0,25'],
    ['пепси лайт +2, обычная +1', 'Пепси Лайт 2', '? Пепси 1'],
    ['квас +2, обычная +1', 'Квас 2', 'unknown'],
    ['фанта +2, обычная +1', 'unknown', 'unknown'],
  ];
  for (const [text, ...outcomes] of others)
    t.deepEqual(
      await readLines(text, ['Кока-Кола 0,25|шт', 'Кока-Кола Зеро 0,25|шт', 'Пепси|шт', 'Пепси Лайт|шт', 'Квас|л']),
      outcomes,
      text,
    );
  t.deepEqual(await readLines('кола зеро 2\nобычная 3', plain, { counted: true, convert: toFound }), [
    'Кола Зеро 2',
    '? Кола 3 / Вода обычная 3',
  ]);
});
