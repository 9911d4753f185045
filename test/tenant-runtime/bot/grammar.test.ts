import test from 'ava';
import fc from 'fast-check';
import { changeIdOf } from '../../../tenant-runtime/src/bot/change-id.ts';
import { foundLine } from '../../../tenant-runtime/src/bot/grammar/found-line.ts';
import { parseMessage, parseQuantity } from '../../../tenant-runtime/src/bot/grammar.ts';
import { lineUnder } from '../../../tenant-runtime/src/bot/headings.ts';
import { resolve } from '../../../tenant-runtime/src/bot/resolve.ts';
import { createNames, type FoundItem } from '../../../tenant-runtime/src/items/find-item.ts';

const itemNamed = (name: string, id = 1): FoundItem => ({
  id,
  name,
  article: null,
  ean: null,
  unit: 'л',
  volumeMl: null,
});

/** Letters of both alphabets, digits, and the grammar's own signs. */
const name = fc
  .string({ unit: fc.constantFrom(...'абвяёЖQz019 -+−–.№&/%«»()\'"'), minLength: 1, maxLength: 30 })
  .map((text) => text.replace(/\s+/g, ' ').trim())
  .filter((text) => /[\p{L}]/u.test(text));
const sign = fc.constantFrom('+', '-', '−', '–', '➕', '➖', 'плюс ', 'минус ', '+ ', '- ');
const thousandths = fc.integer({ min: 1, max: 999_999_000 });

test('any item name with any sign and quantity is read back as that item and amount', (t) => {
  fc.assert(
    fc.property(name, sign, thousandths, fc.boolean(), (item, mark, amount, comma) => {
      const quantity = String(amount / 1000).replace('.', comma ? ',' : '.');
      const [line, ...others] = parseMessage(`${item} ${mark}${quantity}`);
      const outcome = line && resolve(line, createNames([itemNamed(item)]));
      const expected = (/^[-−–➖м]/u.test(mark) ? -amount : amount) / 1000;
      return others.length === 0 && outcome?.kind === 'apply' && outcome.delta === expected;
    }),
    { numRuns: 3000 },
  );
  t.pass();
});

test('no text whatever makes the grammar fail or hang', (t) => {
  const piece = fc.constantFrom(
    '+',
    '-',
    '—',
    ' ',
    ',',
    '.',
    ';',
    '\n',
    '1',
    '0,5',
    'мл',
    'плюс',
    'Абсолют',
    '🍷',
    '+1',
    '1 000',
    'пол',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.array(piece, { maxLength: 60 }).map((all) => all.join('')),
      ),
      (text) => {
        const names = createNames([itemNamed('Абсолют')]);
        for (const line of parseMessage(text)) resolve(line, names);
      },
    ),
    { numRuns: 3000 },
  );
  t.pass();
});

/** CPU time of this thread in ms; the lowest of a few tries, so that other work does not count. */
function workOf(act: () => void, times: number): number {
  const tries = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage();
    for (let time = 0; time < times; time += 1) act();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}

const hostile: Record<string, (times: number) => string> = {
  'marks after a reason': (times) => `Джемесон +1 бой${'('.repeat(times)}+`,
  'dots after a reason': (times) => `Джемесон +1 бой${'.'.repeat(times)}+`,
  'reasons that another item ends': (times) => `Джемесон +1${' бой, а'.repeat(times / 7)}+`,
  'marks within a name': (times) => `Джемесон ${':'.repeat(times)}а`,
  'brackets within a name': (times) => `${')'.repeat(times)} Джемесон +1`,
  'spaced commas': (times) => `Джемесон${' ,'.repeat(times / 2)}а`,
  'notes after a quantity': (times) => `Джемесон +1${' на бар'.repeat(times / 7)}+`,
  'set marks': (times) => `Джемесон${' = 1'.repeat(times / 4)}х`,
  'words for numbers': (times) => `Джемесон плюс${' двести'.repeat(times / 7)}`,
  'items joined by a word': (times) => `а +1${' и а +1'.repeat(times / 7)}`,
  'smaller measures': (times) => `Джемесон +1 л${' 5 мл'.repeat(times / 5)}`,
  verbs: (times) => `ушло${' ушло'.repeat(times / 5)} 1`,
  'words after a quantity': (times) => `Джемесон +1${' слово'.repeat(times / 6)}`,
  'times a quantity': (times) => `Джемесон +2${'х2'.repeat(times / 2)}`,
  servings: (times) => `Джемесон +2${' шота по 5'.repeat(times / 10)}`,
  'cases and pieces': (times) => `Джемесон +2 ящика${' и 5'.repeat(times / 4)} штх`,
  hundreds: (times) => `Джемесон +1 кг${' двести'.repeat(times / 7)}х`,
  'units alone': (times) => `Джемесон${' - литр'.repeat(times / 7)}`,
  'items without commas': (times) => `а +1${' а +1'.repeat(times / 5)}`,
  'found ones with commas': (times) => `а 1${', а 1'.repeat(times / 5)}`,
  corrections: (times) => `а +1${', нет +1'.repeat(times / 8)}`,
  arrows: (times) => `Джемесон 1${' -> 1'.repeat(times / 5)}х`,
  decimals: (times) => `Джемесон плюс ноль${' целых'.repeat(times / 6)}`,
  signs: (times) => '+'.repeat(times),
  digits: (times) => '1'.repeat(times),
  'signed quantities': (times) => '+1'.repeat(times / 2),
  'spaced signed quantities': (times) => '+1 '.repeat(times / 3),
  'glued quantities': (times) => 'а-1'.repeat(times / 3),
  'signs before letters': (times) => '+а'.repeat(times / 2),
  zeros: (times) => `Абсолют +1,${'0'.repeat(times)}1`,
  thousands: (times) => `Джемесон +1${' 000'.repeat(times / 4)}х`,
  pictures: (times) => `Джемесон ${'🍷'.repeat(times / 2)}а`,
  lines: (times) => 'а +1\n'.repeat(times / 5),
};

for (const [what, textOf] of Object.entries(hostile)) {
  test(`reading takes time by a message's length, not by its square: ${what}`, (t) => {
    const names = createNames([itemNamed('Абсолют')]);
    const read = (text: string) => () => {
      for (const reading of [undefined, foundLine, lineUnder({ sign: -1 })])
        for (const line of parseMessage(text, reading))
          for (const one of [line, ...(line.orElse ?? [])]) resolve(one, names);
      parseQuantity(text);
    };
    const [short, long] = [textOf(250), textOf(4_000)].map(read) as [() => void, () => void];
    // the same number of characters: if the time were quadratic, the long ones would take sixteen times as much
    const ratio = workOf(long, 1) / Math.max(workOf(short, 16), 10);
    t.true(ratio < 6, `${ratio}`);
  });
}

test('a search among 10,000 names holds up nobody for long', (t) => {
  const makers = [
    'Абсолют',
    'Джемесон',
    'Каберне',
    'Мерло',
    'Боржоми',
    'Просекко',
    'Шардоне',
    'Балтика',
    'Хейнекен',
    'Кампари',
  ];
  const kinds = ['Классик', 'Резерв', 'Премиум', 'Ориджинал', 'Голд', 'Блэк', 'Россо', 'Бланко', 'Спешиал', 'Экстра'];
  const letters = 'бвгдзклмнпрст';
  const items = Array.from({ length: 10_000 }, (_, n) => {
    const own = [n, n >> 3, n >> 6].map((part) => `${letters[part % 13]}${'аоуеи'[part % 5]}`).join('');
    return itemNamed(`${makers[n % 10]} ${own} ${kinds[(n >> 4) % 10]} ${n % 97}`, n + 1);
  });
  const names = createNames(items);
  const queries = ['абсолют', 'шардонэ мавака резерф', 'absolut bava', 'совсем другое название', 'крем'];
  for (const query of queries) names.find(query);
  const started = process.cpuUsage();
  for (let round = 0; round < 10; round += 1) for (const query of queries) names.find(query);
  const { user, system } = process.cpuUsage(started);
  const each = (user + system) / 1000 / 50;
  t.log(`${each.toFixed(1)} ms`);
  // far more than it takes: `npm run bench search` measures it
  t.true(each < 150, `${each} ms`);
});

test('a line of an update has one change id, another line another', (t) => {
  t.is(changeIdOf('a', 1, 0), changeIdOf('a', 1, 0));
  t.regex(changeIdOf('a', 1, 0), /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.is(new Set([changeIdOf('a', 1, 0), changeIdOf('a', 1, 1), changeIdOf('a', 2, 0), changeIdOf('b', 1, 0)]).size, 4);
});
