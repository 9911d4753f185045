import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { until } from '../../support/run/until.ts';
import { barman, boss, type Person, startVenueChat, type VenueChat } from '../../support/telegram/venue-chat.ts';
import { startBeside } from '../../support/venue/tenant.ts';

const third: Person = { id: 504, first_name: 'Вера', username: 'vera' };

async function startStaff(t: ExecutionContext) {
  const chat = await startVenueChat(t, { notices: true });
  const vera = await chat.asNewUser('vera', 'user', 'Вера');
  await chat.link(chat.user, barman);
  await chat.link(vera, third);
  chat.api.calls.length = 0;
  return Object.assign(chat, { vera });
}

async function openCount(chat: VenueChat, fields: Record<string, unknown> = {}) {
  const { status, body } = await chat.admin.post('/api/counts').send({ key: randomUUID(), title: 'Январь', ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.count;
}

/** The notice to the user that matches the pattern, once it has been sent. */
async function textTo(chat: VenueChat, person: Person, pattern: RegExp): Promise<string> {
  const find = () => textsTo(chat, person).find((text) => pattern.test(text));
  await until(() => find() !== undefined, `${person.first_name} is told ${pattern}`, 20_000);
  return find() ?? '';
}

const textsTo = (chat: VenueChat, person: Person): string[] =>
  chat.api.calls.flatMap(({ method, chat_id, text = '' }) =>
    method === 'sendMessage' && chat_id === person.id ? text : [],
  );

const enter = (who: VenueChat['user'], countId: number, itemId: number, quantity: number) =>
  who
    .post(`/api/counts/${countId}/entries`)
    .send({ entries: [{ id: randomUUID(), itemId, quantity, source: 'scanner' }] });

test('everybody is told in the chat that a count has begun, with their own area and the way into it', async (t) => {
  const chat = await startStaff(t);
  await chat.stock('Джемесон');
  const count = await openCount(chat, {
    areas: [
      { name: 'Бар', userId: chat.user.id },
      { name: 'Склад', userId: null },
    ],
  });

  t.is(await textTo(chat, barman, /Начат/), 'Начат подсчёт «Январь»: 1 позиция. Открыл(а): Анна.\nВаша зона: «Бар».');
  t.regex(await textTo(chat, third, /Начат/), /Свободные зоны: «Склад»\.$/);
  t.deepEqual(textsTo(chat, boss), [], 'who opened it knows');

  await chat.press('Считать: Бар', barman);
  t.deepEqual(await chat.say('Джемесон 0,7', barman), ['В подсчёт «Январь»: Джемесон 0,7 л']);
  t.like((await chat.admin.get(`/api/counts/${count.id}`)).body.count.areas[0], { name: 'Бар', entries: 1 });

  await chat.admin.put(`/api/counts/${count.id}`).send({
    areas: count.areas.map(({ id, name }: { id: number; name: string }) => ({
      id,
      name,
      userId: name === 'Бар' ? chat.user.id : chat.vera.id,
    })),
  });
  t.is(await textTo(chat, third, /теперь/), 'Подсчёт «Январь»: теперь ваша зона — «Склад».');
  t.is(textsTo(chat, barman).filter((text) => /теперь ваша зона/.test(text)).length, 0, 'his was his before');
});

test('the administrator is told which area is done, who still counts, and at the end what nobody has counted', async (t) => {
  const chat = await startStaff(t);
  const jameson = await chat.createItem({ name: 'Джемесон' });
  await chat.stock('Лимон|кг', 'Мята|кг');
  const { id, areas } = await openCount(chat, {
    areas: [
      { name: 'Бар', userId: chat.user.id },
      { name: 'Склад', userId: chat.vera.id },
    ],
  });
  await enter(chat.user, id, jameson.id, 1);
  await chat.user.post(`/api/counts/${id}/areas/${areas[0].id}/done`).send({ done: true });
  t.is(
    await textTo(chat, boss, /«Бар» готова/),
    'Подсчёт «Январь»: зона «Бар» готова (Иван). Посчитано 1 из 3.\nЕщё считают: «Склад» (Вера).',
  );

  await chat.vera.post(`/api/counts/${id}/areas/${areas[1].id}/done`).send({ done: true });
  t.is(
    await textTo(chat, boss, /«Склад» готова/),
    'Подсчёт «Январь»: зона «Склад» готова (Вера). Посчитано 1 из 3.\nВсе зоны готовы. Осталось посчитать 2 позиции:\n• Лимон\n• Мята',
  );
  t.deepEqual(chat.buttons(), ['Закрыть подсчёт']);
});

test('who counted a line that is asked for again is told its name and no amount, and everybody who counted hears of the end', async (t) => {
  const chat = await startStaff(t);
  const jameson = await chat.createItem({ name: 'Джемесон', quantity: 7.345 });
  const lemon = await chat.createItem({ name: 'Лимон', unit: 'кг', quantity: 2 });
  const { id } = await openCount(chat, { blind: true });
  t.regex(await textTo(chat, barman, /Начат/), /вслепую/);
  await enter(chat.user, id, jameson.id, 1);
  await enter(chat.vera, id, lemon.id, 2);
  await chat.admin.post(`/api/counts/${id}/recount`).send({ threshold: 0.5 });

  const asked = await textTo(chat, barman, /пересчитайте/);
  t.regex(asked, /^Подсчёт «Январь»: пересчитайте 1 позицию\.\n• Джемесон\n/);
  t.notRegex(asked, /7[,.]345|Лимон/);

  await chat.admin.post(`/api/counts/${id}/close`).send({ uncounted: 'keep' });
  t.is(
    await textTo(chat, barman, /закрыт\./),
    'Подсчёт «Январь» закрыт. Посчитано 2 из 2. Остатки снова видны. Спасибо.',
  );
  t.regex(await textTo(chat, third, /закрыт\./), /^Подсчёт «Январь» закрыт/);
  t.false(
    textsTo(chat, third).some((text) => /пересчитайте/.test(text)),
    'her line stands',
  );

  await chat.admin.post(`/api/counts/${id}/reopen`).send({ reason: 'забыли холодильник' });
  t.regex(await textTo(chat, barman, /снова открыт/), /Причина: забыли холодильник\./);
  await chat.admin.post(`/api/counts/${id}/cancel`).send({ reason: 'проба' });
  t.is(await textTo(chat, barman, /отменён/), 'Подсчёт «Январь» отменён. Остатки не изменились.');
});

test('where Telegram is away each is told once it is back, once, and what the process left the next one tells', async (t) => {
  const chat = await startStaff(t);
  await chat.stock('Джемесон');
  // the first of two users has got the notice by then
  chat.api.faults.push({ method: 'sendMessage', status: 502, description: 'Bad Gateway', skip: 1 });
  await openCount(chat);
  await textTo(chat, third, /Начат/);
  await until(() => textsTo(chat, third).length === 2, 'the second of two is told after all', 20_000);
  t.deepEqual([textsTo(chat, barman).length, textsTo(chat, third).length], [1, 2], 'the refused call and the next');

  await chat.services.notices.close();
  await openCount(chat, { title: 'Проверка', spot: true });
  const beside = await startBeside(t, chat);
  beside.services.notices.send();
  t.regex(await textTo(chat, barman, /Проверка/), /Это проверка: остатки не изменятся/);
});

test('while Telegram is away the venue’s own chat tells everybody of everything, and Telegram afterwards in order, once', async (t) => {
  const chat = await startStaff(t);
  await chat.stock('Джемесон');
  const ownTextsTo = async (agent: VenueChat['user']): Promise<string[]> =>
    (await agent.get('/api/chat')).body.chat.messages.map(({ text }: { text: string }) => /«(.+?)»/.exec(text)?.[1]);
  const away = { method: 'sendMessage', status: 502, description: 'Bad Gateway' };
  chat.api.faults.push(...Array.from({ length: 100 }, () => ({ ...away })));

  await openCount(chat);
  await openCount(chat, { title: 'Проверка', spot: true });
  for (const agent of [chat.user, chat.vera]) {
    await until(async () => (await ownTextsTo(agent)).length === 2, 'the own chat tells both notices', 20_000);
    t.deepEqual(await ownTextsTo(agent), ['Январь', 'Проверка']);
  }
  t.true(chat.api.faults.length > 0, 'Telegram is still away');

  chat.api.faults.length = 0;
  chat.api.calls.length = 0;
  chat.services.notices.send();
  for (const person of [barman, third]) {
    await textTo(chat, person, /Проверка/);
    t.is(textsTo(chat, person).length, 2);
    t.regex(textsTo(chat, person)[0] ?? '', /Январь/);
  }
  for (const agent of [chat.user, chat.vera]) t.deepEqual(await ownTextsTo(agent), ['Январь', 'Проверка']);
});

test('«готово» finishes the area one counts in, asks where several are open, and says so where nothing is', async (t) => {
  const chat = await startStaff(t);
  await chat.stock('Джемесон');
  t.deepEqual(await chat.say('готово', barman), ['Сейчас ничего не считают: заканчивать нечего.']);
  const { id, areas } = await openCount(chat, {
    areas: ['Бар', 'Склад', 'Зал'].map((name) => ({ name, userId: name === 'Зал' ? chat.vera.id : null })),
  });
  const done = async () =>
    (await chat.admin.get(`/api/counts/${id}`)).body.count.areas.flatMap((area: { done: boolean; name: string }) =>
      area.done ? area.name : [],
    );
  t.deepEqual((await chat.say('Готово', barman)).at(-1), 'Какая зона готова?');
  t.deepEqual(chat.buttons(), ['Бар', 'Склад'], 'the area of another is hers');
  t.deepEqual(await done(), []);

  await chat.deliver(chat.pressUpdate(barman, `area:${id}:${areas[0].id}`));
  const update = { update_id: 9_300_001, ...chat.sayUpdate(barman, 'готово') };
  const calls = await chat.deliver(update);
  t.is(calls.find(({ chat_id }) => chat_id === barman.id)?.text, 'Зона «Бар» готова. Посчитано 0 из 1.');
  t.deepEqual(await done(), ['Бар']);
  await chat.deliver(update);
  t.deepEqual(await done(), ['Бар'], 'delivered again it finishes no other');
  await chat.press('Ещё не готова', barman);
  t.deepEqual(await done(), []);

  t.regex((await chat.say('бар готов', barman)).join(), /Зона «Бар» готова/);
  t.regex((await chat.say('готово: склад', barman)).join(), /Зона «Склад» готова/);
  t.regex((await chat.say('готово', barman)).join(), /Зона «Бар» уже готова, других ваших зон нет\./);
  t.deepEqual(await done(), ['Бар', 'Склад']);
  t.regex((await chat.say('зал готов', barman)).join(), /Зону «Зал» считает Вера/);
  t.regex((await chat.say('готово', third)).join(), /Зона «Зал» готова/);
});

test('in a count without areas «готово» says that there is nothing to finish, and «что осталось» tells what is left', async (t) => {
  const chat = await startStaff(t);
  const jameson = await chat.createItem({ name: 'Джемесон', quantity: 7.345 });
  await chat.stock('Лимон|кг');
  t.notRegex((await chat.say('что осталось', barman)).join(), /подсчёт/i);
  const { id } = await openCount(chat, { blind: true });
  await textTo(chat, barman, /Начат/);
  t.deepEqual(
    (await chat.say('готово', barman)).at(-1),
    'В подсчёте «Январь» нет зон: отмечать готовой нечего. Закроет его администратор.',
  );

  await enter(chat.vera, id, jameson.id, 1);
  // a notice to somebody else may come between
  const left = (await chat.say('Что осталось?', barman)).find((text) => text.startsWith('Подсчёт'));
  t.is(left, 'Подсчёт «Январь». Посчитано 1 из 2.\nОсталось посчитать 1 позицию:\n• Лимон');
});
