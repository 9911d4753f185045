import { createGuesses } from '@ostatok/kit/node/guessable-passwords.ts';
import test from 'ava';

const isGuessable = createGuesses();
const ANNA = ['anna.smirnova@bar.example', 'Анна Смирнова', 'Северная звезда'];

for (const [what, ...passwords] of [
  ['the commonest', 'password', 'qwerty123456', '1q2w3e4r5t6y', 'iloveyou'],
  ['their usual disguises', 'Password1!', 'P@ssw0rd12345', 'drowssap2024'],
  ['the commonest typed on Russian keys', 'йцукенгшщз', 'фывапролдж', 'ячсмить123'],
  ['Russian words that are common on Latin keys', 'пароль123', 'Пароль2024', 'gfhjkm12'],
  ['rows, repetitions and dates', '123456789012', 'aaaaaaaaaaaa', 'qazwsxedcrfv', '11.12.1985'],
  ['the name of the product', 'ostatok', 'Остаток1', 'остатокостаток'],
  ['what is known of the person', 'anna.smirnova@bar.example', 'Смирнова1', 'cvbhyjdf', 'северная звезда'],
] as const) {
  test(`refused: ${what}`, async (t) => {
    for (const password of passwords) t.true(await isGuessable(password, ANNA), password);
  });
}

test('passwords that are nobody else’s pass, also short ones and those of Russian words', async (t) => {
  for (const password of [
    'correct horse',
    'kX9#pq',
    'кот сидит на окне',
    'kegs-and-corks',
    'aB3$xY',
    'Zoloto-liet-1',
  ]) {
    t.false(await isGuessable(password, ANNA), password);
  }
});

test('looking at a long password takes no longer than at a short one', async (t) => {
  t.true(await isGuessable('p@ssw0rd'.repeat(2000)));
});

test.serial(
  'many at once leave room for other work, and who has proven themselves waits in a line of their own',
  async (t) => {
    const strangers = Array.from({ length: 60 }, (_, n) =>
      isGuessable('kegs-and-corks', [`бар ${n}`], { key: `stranger ${n}` }).catch((error) => error.code),
    );
    const known = isGuessable('kegs-and-corks', [], { key: 'anna', known: true });
    let between = 0;
    const other = setInterval(() => {
      between += 1;
    }, 0);
    const answers = await Promise.all(strangers);
    clearInterval(other);

    t.true(between >= 20, String(between));
    t.deepEqual(new Set(answers), new Set([false, 'busy']));
    t.is(answers.filter((answer) => answer === 'busy').length, 60 - 49);
    t.false(await known);
  },
);
