import { keysOf } from '@ostatok/kit/names/sound.ts';
import { asRussian } from '@ostatok/kit/names/transliteration.ts';
import test from 'ava';

const keys: [string, string][] = [
  ['Виски «Jameson», 0.7л', 'viski jemeson 0.7 l'],
  ['Джеймсон', 'jeimson'],
  ["Jack Daniel's", 'jek deniels'],
  ['Джек Дэниэлс', 'jek deniels'],
  ['Кахлуа', 'kehlue'],
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
