import test from 'ava';
import { toFound } from '../../../tenant-runtime/src/bot/amounts.ts';
import { outcomesOf } from '../../../tenant-runtime/src/bot/lines.ts';
import type { Outcome } from '../../../tenant-runtime/src/bot/resolve.ts';
import { createNames } from '../../../tenant-runtime/src/items/find-item.ts';
import {
  changes,
  counted,
  items,
  numbered,
  numberedCounted,
  numberedSaid,
} from '../../support/telegram/night-words.ts';
import { readLines } from './read-lines.ts';

const names = createNames(items);

/**
 * The outcome of a line: the item with its change, or `=` and the quantity; the options after `?`; the items whose cards
 * are asked with; `list` where all lines without a sign are asked about together; or `refused` in words alone.
 */
function summary(outcome: Outcome): string {
  if (outcome.kind === 'unknown') return outcome.kind;
  if (outcome.kind === 'refused') {
    if (outcome.listed) return 'list';
    return outcome.items ? `card of ${outcome.items.map(({ name }) => name).join(' / ')}` : outcome.kind;
  }
  if (outcome.kind === 'need') return `${outcome.need} of ${outcome.item.name}`;
  const amount = (delta: number): string => `${outcome.sets ? '= ' : ''}${delta}`;
  if (outcome.kind === 'apply') return `${outcome.item.name} ${amount(outcome.delta)}`;
  const option = (delta: number, sets = outcome.sets): string => `${sets ? '= ' : ''}${delta}`;
  return `? ${outcome.options.map(({ item, delta, sets }) => `${item.name} ${option(delta, sets)}`).join(' / ')}`;
}

const read = async (text: string, counting = {}): Promise<string[]> =>
  (await outcomesOf(text, { names, tenantId: 'bar', updateId: 1, ...counting })).map(({ outcome }) => summary(outcome));

/** One item and one quantity in unusual wording: the bot asks for the direction when the words do not tell it. */
const asked: typeof changes = [
  ['джемесон 0,7', '? Джемесон 0.7 / Джемесон -0.7 / Джемесон = 0.7'],
  ['2 джемесона в минус', '? Джемесон -2'],
  ['сливки -1 л 33%', '? Сливки 33% -1'],
  ['+2 абсолют +3 апероль', '? Абсолют 2', '? Апероль 3'],
  ['разбили просекко одну', '? Просекко Брют -0.75 / Просекко Брют -1'],
  ['кампари осталось грамм 300', '? Кампари = 0.3'],
  ['коробка апероля пришла', 'pack of Апероль'],
  ['взял лайма кило на лимонад', '? Лайм -1'],
  ['бутылка белуги ушла гостю', '? Белуга Нобл -0.7'],
  ['в баре осталось 3 егермейстера', '? Егермейстер = 3'],
  ['молинари 1 шт пришла вчера', '? Самбука Молинари 0.7'],
  [
    'апероль 3 бутылки, кампари 2 бутылки',
    '? Апероль 2.1 / Апероль -2.1 / Апероль = 2.1',
    '? Кампари 1.4 / Кампари -1.4 / Кампари = 1.4',
  ],
  ['имбирь 0,3 минусуй', '? Имбирь -0.3'],
  ['уберите 2 лайма', '? Лайм -2'],
  ['абсолют x2', '? Абсолют 2 / Абсолют -2 / Абсолют = 2'],
  ['полтора литра молока скисло', '? Молоко -1.5'],
  ['рич яблоко осталось 3 пачки', 'Сок Яблоко Rich = 3'],
  ['jack daniels 1л пришло шесть', '? Джек Дэниелс 6'],
  ['самбуку 0.7 разбил бармен артем', '? Самбука Молинари -0.7'],
  ['абсолюта бутылку разбили', '? Абсолют -1'],
  ['сливки 2 пачки по 1л', '? Сливки 33% 2 / Сливки 33% -2 / Сливки 33% = 2'],
  ['финляндия минус две', '? Водка Финляндия -2'],
  ['пинк гордонс кончается, одна бутылка', '? Гордонс Пинк 0.7 / Гордонс Пинк -0.7 / Гордонс Пинк = 0.7'],
  ['просекко брют пришло 2 ящика по 6', '? Просекко Брют 9'],
  ['аперолька ушла 4 шт', 'unknown'],
  ['бейлис плюс бутылка минус 50 грамм', 'card of Бейлис'],
  ['джемесон -- 1', 'card of Джемесон'],
  ['апероль 2 кампари', 'card of Апероль / Кампари'],
  ['апероль 2 завтра', 'card of Апероль'],
  ['джемесон 2, абсолют 1, кампари 3, бейлис 1, лайм 2', 'card of Джемесон / Абсолют / Кампари / Бейлис / Лайм'],
  ['начали новую бутылку апероля', 'card of Совиньон Блан Новая Зеландия / Апероль'],
  ['Приход ООО Лудинг ИНН 7712345678', 'refused'],
  ['приход ООО Лудинг ИНН 77 позиций', 'refused'],
];

/** Lines with more numbers than one quantity, or with a number that may be no quantity. None of them is written. */
const unclear: [text: string, ...outcomes: string[]][] = [
  ['абсолют -0,5-0,7', 'card of Абсолют'],
  ['абсолют -1-2', 'card of Абсолют'],
  ['абсолют -100-150 мл', 'card of Абсолют'],
  ['абсолют -1–2', 'card of Абсолют'],
  ['кампари -0,5/0,7', 'card of Кампари'],
  ['кампари -0,5~0,7', 'card of Кампари'],
  ['кампари +2..3', 'card of Кампари'],
  ['бейлис минус три по сорок', 'card of Бейлис'],
  ['бейлис -1 (две разбили)', 'card of Бейлис'],
  ['бейлис минус бутылка, разбили две', '? Бейлис -0.7'],
  ['корона -0,33', '? Корона Экстра 0,33 -1 / Корона Экстра 0,33 -0.33'],
  ['боржоми +0,5', '? Вода Боржоми 0,5 1 / Вода Боржоми 0,5 0.5'],
  ['тоник -0.25 бой', '? Тоник Швепс 0,25 -1 / Тоник Швепс 0,25 -0.25'],
  ['ангостура -50 капель', 'card of Ангостура'],
  ['джемесон = 2 бут + 0,3', 'card of Джемесон'],
  ['джемесон = 2,1+0,35', 'card of Джемесон'],
  ['джемесон = 2 бут = 1,4', 'card of Джемесон'],
  ['яйцо +1 лоток', 'card of Яйцо'],
  ['яйцо +1 кассета', 'card of Яйцо'],
  ['мерло +1 бэг', 'card of Мерло Домашнее'],
];
/** What stands beside them and is as plain as before. */
const plain: [text: string, ...outcomes: string[]][] = [
  ['абсолют -0,7-0,35', 'Абсолют -1.05'],
  ['абсолют -0,5 -0,7', 'Абсолют -1.2'],
  ['абсолют +1+2', 'Абсолют 3'],
  ['абсолют -0,5/кампари -0,2', 'Абсолют -0.5', 'Кампари -0.2'],
  ['бейлис минус бутылка, разбили гости', 'Бейлис -0.7'],
  ['боржоми -1,5', 'Вода Боржоми 0,5 -1.5'],
  ['шардоне -0,75', 'Шардоне 0,75 -0.75'],
  ['бейлис минус бут и 0,2', 'Бейлис -0.9'],
  ['ангостура +1 фл', 'Ангостура 0.2'],
  ['куантро минус флакон', 'Куантро -0.7'],
  ['просекко +2 кор', 'Просекко Брют 9'],
  ['бифитер=1,4 гордонс=0,7 бакарди=0', 'Джин Бифитер = 1.4', 'Гордонс Пинк = 0.7', 'Бакарди Карта Бланка = 0'],
  [
    'бифитер = 2 бут, гордонс = 0,7 и бакарди = 1 бут',
    'Джин Бифитер = 1.4',
    'Гордонс Пинк = 0.7',
    'Бакарди Карта Бланка = 1',
  ],
];

test('what people write at night is applied as they mean it or asked about; what names nothing is refused in words', async (t) => {
  for (const [text, ...outcomes] of changes) t.deepEqual(await read(text), outcomes, text);
});

test('a line with another number than its quantity is not written before it is asked about', async (t) => {
  for (const [text, ...outcomes] of unclear) t.deepEqual(await read(text), outcomes, text);
  for (const [text, ...outcomes] of plain) t.deepEqual(await read(text), outcomes, text);
});

test('one item and one quantity in whatever words are asked about, and never guessed', async (t) => {
  for (const [text, ...outcomes] of asked) t.deepEqual(await read(text), outcomes, text);
});

test('a list without signs is one question, and not one for each of its lines', async (t) => {
  const list = ['Джемесон', 'Абсолют', 'Апероль', 'Кампари', 'Бейлис'];
  t.deepEqual(
    await read(list.map((name) => `${name} 1`).join('\n')),
    list.map(() => 'list'),
  );
});

test('what people write in a count is what they found or asked about', async (t) => {
  for (const [text, ...outcomes] of counted)
    t.deepEqual(await read(text, { counted: true, convert: toFound }), outcomes, text);
});

test('a number that ends a name is no part of the spaced quantity after it', async (t) => {
  const inCount = { counted: true, convert: toFound };
  for (const [text, ...outcomes] of numberedCounted)
    t.deepEqual(await readLines(text, numbered, inCount), outcomes, text);
  for (const [text, ...outcomes] of numberedSaid) t.deepEqual(await readLines(text, numbered), outcomes, text);
});

test('where the name without its number is another item, the user is asked which of the two is meant', async (t) => {
  const both = [...numbered, 'Гавана|л'];
  const either = ['? Ром Гавана Клуб 3 0.35 / Гавана 3.35'];
  t.deepEqual(await readLines('Гавана 3 350 мл', both, { counted: true, convert: toFound }), either);
  t.deepEqual(await readLines('Приход:\nГавана 3 350 мл', both), either);
  t.deepEqual(await readLines('пришло гавана 3 350 мл', both), either);
  t.deepEqual(await readLines('Гавана 3 — 350 мл', both, { counted: true, convert: toFound }), [
    'Ром Гавана Клуб 3 0.35',
  ]);
  const rival = [...numbered, 'Ром Гавана Клуб 7|л'];
  t.deepEqual(await readLines('Гавана 3 350 мл', rival, { counted: true, convert: toFound }), [
    'Ром Гавана Клуб 3 0.35',
  ]);
});

test('an arrow between two amounts states the second, of the item whose name the number before them ends', async (t) => {
  const both = [...numbered, 'Гавана|л'];
  const rival = [...numbered, 'Ром Гавана Клуб 7|л'];
  const lines: [text: string, items: string[], outcome: string][] = [
    ['гавана 3 350 мл -> 200 мл', numbered, '? Ром Гавана Клуб 3 0.2'],
    ['гавана 3 350 мл → 200 мл', rival, '? Ром Гавана Клуб 3 0.2'],
    ['гавана 3 -> 200 мл', rival, '? Ром Гавана Клуб 3 0.2'],
    ['гавана 3 350 мл -> 200 мл', both, '? Ром Гавана Клуб 3 0.2 / Гавана 0.2'],
    ['гавана 3 -> 2', both, '? Ром Гавана Клуб 3 2 / Гавана 2'],
    ['гавана 350 мл -> 200 мл', both, '? Гавана 0.2'],
    ['сок 3 -> 2', ['Сок 3 л|л'], '? Сок 3 л 2'],
  ];
  for (const [text, items, outcome] of lines) {
    t.deepEqual(await readLines(text, items), [outcome], text);
    t.deepEqual(await readLines(text, items, { counted: true, convert: toFound }), [outcome], text);
  }
});
