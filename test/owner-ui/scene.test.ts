import test from 'ava';
import { shortCount } from '../../owner-ui/src/features/landing/short-count.ts';
import { type Move, moves, openingScene, play } from '../../owner-ui/src/ui/stock/scene.ts';

test('a line in the chat moves its quantity and the reply says from what to what', (t) => {
  const { lines, messages } = moves.reduce(play, openingScene);
  t.deepEqual(
    lines.map(({ name, quantity }) => [name, quantity]),
    [
      ['Апероль', 1.75],
      ['Джемесон', 5.3],
      ['Лимоны', 1.2],
      ['Просекко', 15],
      ['Тоник', 40],
      ['Белуга', 5.25],
    ],
  );
  t.is(messages[1]?.text, 'Джемесон: 4,6 → 5,3\u00a0л (+0,7)');
});

test('pressed again and again it never goes below zero: the bot says what is left', (t) => {
  const move = moves.find(({ delta }) => delta < 0) as Move;
  let scene = openingScene;
  for (let pressed = 0; pressed < 50; pressed += 1) scene = play(scene, move);
  t.true(scene.lines.every(({ quantity }) => quantity >= 0));
  t.regex(scene.messages.at(-1)?.text ?? '', /осталось .*, столько не списать/);
});

test('only the latest change stays warm', (t) => {
  const { lines } = moves.reduce(play, openingScene);
  t.deepEqual(
    lines.filter(({ delta }) => delta !== undefined).map(({ name }) => name),
    ['Просекко'],
  );
});

test('thousands are shown as K+', (t) => {
  t.deepEqual([10, 999, 1000, 104_211].map(shortCount), ['10', '999', '1K+', '104K+']);
});
