import test from 'ava';
import { edited, openCount } from '../../support/telegram/chat-counts.ts';
import { barman, boss, startVenueChat } from '../../support/telegram/venue-chat.ts';

test('areas are chosen, finished and belong to who was named', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  const id = await openCount(chat, {
    areas: [
      { name: 'Бар', userId: null },
      { name: 'Склад', userId: chat.admin.id },
    ],
  });
  await chat.say('/count', barman);
  await chat.press('Январь', barman);
  t.deepEqual(chat.buttons(), ['Бар', 'Без зоны']);
  await chat.press('Бар', barman);
  await chat.say('Джемесон 1', barman);
  await chat.say('/count', barman);

  t.regex(edited(await chat.press('Зона готова', barman)), /Зона «Бар» готова\. Посчитано 1 из 1/);

  const { areas } = (await chat.admin.get(`/api/counts/${id}`)).body.count;
  t.deepEqual(
    areas.map(({ name, done, entries }: Record<string, unknown>) => [name, done, entries]),
    [
      ['Бар', true, 1],
      ['Склад', false, 0],
    ],
  );
  const [, store] = areas;
  const refused = await chat.deliver(chat.pressUpdate(barman, `area:${id}:${store.id}`));
  t.is(refused.at(-1)?.text, 'Эту зону считает другой человек');
});

test('leaving makes lines change the stock again; a closed count is left at the next message, which is not written', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  const id = await openCount(chat);
  await chat.say('/count');
  await chat.press('Январь');
  await chat.press('Выйти из подсчёта');
  t.deepEqual(await chat.say('Джемесон +1'), ['Джемесон: 0 → 1 л (+1)']);

  await chat.say('/count');
  await chat.press('Январь');
  await chat.admin.post(`/api/counts/${id}/close`).send({ uncounted: 'keep' });
  const update = { update_id: 9_200_002, ...chat.sayUpdate(boss, 'Джемесон +5') };
  const [reply] = await chat.deliver(update);
  t.regex(reply?.text ?? '', /Подсчёт «Январь» закрыт, вы из него вышли\. Сообщение не записано/);
  await chat.deliver(update);
  t.deepEqual(await chat.quantities(), { Джемесон: 1 });
  t.deepEqual(await chat.say('Джемесон +1'), ['Джемесон: 1 → 2 л (+1)']);
});

test('an answer about a count that was closed leaves its person in the count that they have joined since', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон', 'Кампари');
  const first = await openCount(chat, { title: 'Утро' });
  await chat.say('/count');
  await chat.press('Утро');
  await chat.say('2,5');
  const question = chat.api.calls.findLast(({ method }) => method === 'sendMessage');
  await chat.admin.post(`/api/counts/${first}/close`).send({ uncounted: 'keep' });
  await openCount(chat, { title: 'Вечер' });
  await chat.say('/count');
  await chat.press('Вечер');

  t.deepEqual(await chat.answer(question, 'джемесон'), [
    'Подсчёт «Утро» закрыт. Сообщение не записано: если это приход или расход, пришлите его ещё раз.',
  ]);
  t.deepEqual(await chat.say('Кампари 1'), ['В подсчёт «Вечер»: Кампари 1 л']);
});

test('an administrator opens a count once however often the button is pressed, and says what of the uncounted', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 2 });
  await chat.createItem({ name: 'Абсолют', quantity: 2 });
  await chat.say('/count');
  await chat.press('Открыть подсчёт');
  const screen = chat.api.calls.findLast(({ method }) => method === 'editMessageText');
  for (let time = 0; time < 2; time += 1) await chat.deliver(chat.pressUpdate(boss, 'opencount:all', screen));
  t.is((await chat.admin.get('/api/counts')).body.counts.length, 1);

  await chat.deliver(chat.pressUpdate(boss, 'opencount:all', screen));
  await chat.press('Считать');
  await chat.say('Джемесон 1');
  await chat.say('/count');
  t.regex(edited(await chat.press('Закрыть подсчёт')), /Посчитано 1 из 2\.\nНе посчитано: 1 позиция\./);
  await chat.press('Непосчитанные считать нулём');
  t.deepEqual(await chat.quantities(), { Джемесон: 1, Абсолют: 0 });

  const refused = await chat.deliver(chat.pressUpdate(barman, 'newcount'));
  t.regex(refused.at(-1)?.text ?? '', /только администратор/);
});

test('whoever closes a count is told which questions of the chat still wait for an answer', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Мартини Бьянко', 'Мартини Россо', 'Лимон|кг');
  const id = await openCount(chat);
  const unanswered = async (client = chat.admin) => (await client.get(`/api/counts/${id}`)).body.count.unanswered;
  await chat.say('/count', barman);
  await chat.press('Январь', barman);
  await chat.say('мартини 0,5', barman);
  t.deepEqual(await unanswered(), [{ user: 'Иван', name: 'мартини' }]);
  t.is(await unanswered(chat.user), undefined, 'it is for administrators');
  await chat.say('/count');
  await chat.press('Январь');
  const before = edited(await chat.press('Закрыть подсчёт'));
  t.regex(before, /В чате ещё не ответили, что считать\. После закрытия не примут:\n• Иван: «мартини»/);

  await chat.press('Мартини Россо', barman);
  t.deepEqual(await unanswered(), []);
  await chat.say('мартини 0,3', barman);
  await chat.press('Не записывать', barman);
  t.deepEqual(await unanswered(), [], 'what was declined waits for nothing');
  await chat.say('/count');
  await chat.press('Январь');
  t.notRegex(edited(await chat.press('Закрыть подсчёт')), /не ответили/);
});

test('who counts blindly is told no quantity anywhere, and why', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 77.7, expected: 66.6 });
  await chat.say('Джемесон +5,5');
  await openCount(chat, { blind: true });
  await chat.say('/count', barman);
  await chat.press('Январь', barman);
  await chat.say('/count');
  await chat.press('Январь');
  await chat.say('Джемесон 4', boss);

  t.deepEqual(await chat.say('Джемесон 0,7', barman), ['В подсчёт «Январь»: Джемесон 0,7 л']);
  await chat.press('Выйти из подсчёта', barman);
  const answers: string[] = [];
  for (const text of ['/find джем', '/last', '/report', '/export', 'Джемесон +1', '/undo']) {
    const said = await chat.say(text, barman);
    answers.push(...said);
    t.true(said.join().includes('слепой подсчёт'), `${text}: ${said}`);
  }
  for (const text of answers) t.notRegex(text, /77|83|84|66/, text);
  t.true((await chat.say('/find джем'))[0]?.includes('83,2'));
});

test('buttons that undo tell a blind counter only the differences that they wrote, never what a new quantity moved', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 77.7 });
  await chat.createItem({ name: 'Абсолют', quantity: 66.6 });
  await openCount(chat, { blind: true });

  await chat.say('Джемесон = 3\nАбсолют = 2', barman);
  t.deepEqual(chat.buttons(), ['Отменить: Джемесон', 'Отменить: Абсолют', 'Отменить всё']);
  await chat.say('Джемесон +1\nАбсолют +2', barman);
  t.deepEqual(chat.buttons(), ['Отменить: Джемесон +1', 'Отменить: Абсолют +2', 'Отменить всё']);
  await chat.say('/undo', barman);
  t.deepEqual(
    chat.buttons().map((label) => label.replace(/^\d\d:\d\d /, '')),
    ['Джемесон +1 л', 'Абсолют', 'Джемесон'],
  );
});
