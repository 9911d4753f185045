import { parseName } from '@ostatok/kit/names/parse.ts';
import { similarity } from '@ostatok/kit/names/similarity.ts';
import { keysOf } from '@ostatok/kit/names/sound.ts';
import { asRussian } from '@ostatok/kit/names/transliteration.ts';
import test from 'ava';

const keys: [string, string][] = [
  ['Виски «Jameson», 0.7л', 'viski jemeson 0.7 l'],
  ['Джеймсон', 'jeimson'],
  ["Jack Daniel's", 'jek deniels'],
  ['Джек Дэниэлс', 'jek deniels'],
  ['Кахлуа', 'kelue'],
  ['Rémy Martin', 'remi mertin'],
  ['  ', ''],
];
for (const [name, key] of keys) {
  test(`«${name}» is looked up as «${key}»`, (t) => {
    t.is(keysOf(name).join(' '), key);
  });
}

for (const [latin, russian] of [
  ['Absolut', 'Абсолют'],
  ['Jameson', 'Джемесон'],
  ['Hennessy', 'Хеннесси'],
  ['Martini Bianco', 'Мартини Бьянко'],
  ['Finlandia', 'Финляндия'],
  ['Campari', 'Кампари'],
] as const) {
  test(`«${latin}» and «${russian}» are looked up alike`, (t) => {
    t.deepEqual(keysOf(latin), keysOf(russian));
  });
}

test('a text in Russian letters is its own transliteration', (t) => {
  for (const text of ['джемесон', 'ёж и щука', 'царская 0,7 л']) t.is(asRussian(text), text);
});

const measures: [string, object][] = [
  ['Виски 0,7л', { volumeMl: 700 }],
  ['Джин 750 ml', { volumeMl: 750 }],
  ['7-Up 0.25', { volumeMl: 250 }],
  ['Ликёр 70 cl 15%', { volumeMl: 700, strength: 15 }],
  ['Пиво 6x0.5 л', { volumeMl: 500, pack: 6 }],
  ['Вино 0,75*12 2015', { volumeMl: 750, pack: 12, vintage: 2015 }],
  ['Пиво 0,5л 1/20', { volumeMl: 500, pack: 20 }],
  ['Вермут 1*12 в коробке', { volumeMl: 1000, pack: 12 }],
  ['Коньяк 5-8 лет 40%', { strength: 40, age: 8 }],
  ['Glengoyne 12yo 43%', { strength: 43, age: 12 }],
  ['Напиток сл.газ.5.5% 750мл', { volumeMl: 750, strength: 5.5 }],
  ['Metaxa 5', {}],
];
for (const [name, expected] of measures) {
  test(`«${name}» says its measures`, (t) => {
    t.deepEqual({ ...parseName(name).measures }, expected);
  });
}

for (const [name, other] of [
  ['Billecart', 'Билькар'],
  ['Cointreau', 'Куантро'],
  ['reserve', 'рез.'],
  ['lemon', 'лимонный'],
  ['Golden', 'золотой'],
  ['VSOP', 'всоп'],
  ['Very Special', 'V.S.'],
] as const) {
  test(`«${other}» may mean «${name}»`, (t) => {
    const [one, two] = [name, other].map((text) => parseName(text).words[0]);
    t.true(one !== undefined && two !== undefined && similarity(one, two) >= 0.4);
  });
}

test('a number, a flavour and a colour never mean another one', (t) => {
  for (const [name, other] of [
    ['12', '18'],
    ['лимон', 'вишня'],
    ['white', 'black'],
  ] as const) {
    const [one, two] = [name, other].map((text) => parseName(text).words[0]);
    t.true(one !== undefined && two !== undefined && similarity(one, two) < 0.4, `${name} ${other}`);
  }
});

test('whatever is typed is read, in linear time, and says of itself that it is the same', (t) => {
  const letters = [
    'а',
    'ё',
    'b',
    'x',
    '0',
    '7',
    ',',
    '.',
    '*',
    '%',
    'л',
    'мл',
    ' ',
    '-',
    '№',
    '«',
    '\u0301',
    '日',
    '😀',
    '/',
  ];
  let seed = 7;
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed % below;
  };
  for (let turn = 0; turn < 2000; turn += 1) {
    const text = Array.from({ length: next(30) }, () => letters[next(letters.length)]).join('');
    const { measures: found, words } = parseName(text);
    for (const value of Object.values(found)) t.true(Number.isFinite(value), text);
    for (const word of words) t.is(similarity(word, word), 1, text);
    t.deepEqual(keysOf(keysOf(text).join(' ')).join(' '), keysOf(text).join(' '), `the fold of the fold: ${text}`);
  }
  for (const piece of ['0.5x', '1/', 'a.', '12-', '* ', '7,7']) t.truthy(parseName(piece.repeat(3000)));
});
