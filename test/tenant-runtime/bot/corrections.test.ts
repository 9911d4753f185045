import test from 'ava';
import fc from 'fast-check';
import { barman, boss, startVenueChat, type VenueChat } from '../../support/telegram/venue-chat.ts';
import { closed, entered, opened } from '../counting.ts';

async function said(chat: VenueChat, text: string, person = boss) {
  const original = chat.sayUpdate(person, text);
  await chat.deliver(original);
  return original;
}

test('an edited message corrects what it changed and tells what became of it', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  await chat.say('Джемесон +4,6');
  const message = await said(chat, 'Джемесон +0,7');

  t.deepEqual(await chat.edit(message, 'Джемесон +0,8'), ['Исправлено: Джемесон 4,6 → 5,4 л (было +0,7, стало +0,8)']);
  t.deepEqual(await chat.edit(message, 'Джемесон -0,8 бой'), [
    'Исправлено: Джемесон 4,6 → 3,8 л (было +0,8, стало −0,8, списание)',
  ]);
  t.deepEqual(await chat.quantities(), { Джемесон: 3.8 });
  await chat.press('Отменить');
  t.deepEqual(await chat.quantities(), { Джемесон: 4.6 });
});

test('an edit writes only what differs: lines that stay, go, come, and change', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон', 'Лимон|кг', 'Абсолют', 'Кампари');
  const message = await said(chat, 'Джемесон +1\nЛимон +1\nАбсолют +1');
  const before = await chat.changeCount();

  const [text] = await chat.edit(message, 'Джемесон +1\nЛимон +2\nКампари +3');

  t.is(text, 'Исправлено: Лимон 0 → 2 кг (было +1, стало +2)\nОтменено: Абсолют: 1 → 0 л (−1)\nКампари: 0 → 3 л (+3)');
  t.is(await chat.changeCount(), before + 4);
  t.deepEqual(await chat.quantities(), { Джемесон: 1, Лимон: 2, Абсолют: 0, Кампари: 3 });
  t.deepEqual(await chat.edit(message, 'джемесон +1\nлимон плюс 2 кг\nкампари +3'), [
    'Исправление ничего не меняет: записано то же.',
  ]);
});

test('a correction of what was counted since says so', async (t) => {
  const chat = await startVenueChat(t);
  const gin = await chat.createItem({ name: 'Джин', quantity: 5 });
  await chat.createItem({ name: 'Ром', quantity: 5 });
  const message = await said(chat, 'Джин +2\nРом +1');
  const count = await opened(chat.admin, { title: 'Ночь' });
  await entered(chat.admin, count.id, { itemId: gin.id, quantity: 6 });
  await closed(chat.admin, count.id);

  const [text = ''] = await chat.edit(message, 'Джин +1\nРом +2');

  t.deepEqual(text.split('\n'), [
    'Исправлено: Джин 4 → 5 л (было +2, стало +1)',
    'Исправлено: Ром 5 → 7 л (было +1, стало +2)',
    'Остаток «Джин» посчитали позже этой записи (подсчёт «Ночь»). Проверьте, столько ли сейчас: 5 л',
  ]);
});

test('one edit delivered again writes nothing more and repeats its answer', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  const message = await said(chat, 'Джемесон +1');
  const update = { update_id: 9_100_001, ...chat.editUpdate(message, 'Джемесон +2') };
  chat.api.faults.push({ method: 'sendMessage', status: 502, description: 'Bad Gateway' });

  await t.throwsAsync(() => chat.deliver(update), { message: /недоступен/ });
  const again = await chat.deliver(update);

  t.is(again[0]?.text, 'Исправлено: Джемесон 0 → 2 л (было +1, стало +2)');
  t.deepEqual(await chat.quantities(), { Джемесон: 2 });
  t.is(await chat.changeCount(), 3);
});

test('an edit to text that is no count undoes what the message changed and says so', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  const message = await said(chat, 'Джемесон +1');

  const [text = ''] = await chat.edit(message, 'всем спокойной ночи');

  t.true(text.startsWith('Отменено: Джемесон: 1 → 0 л (−1)\n\nНе записано:'), text);
  t.deepEqual(await chat.quantities(), { Джемесон: 0 });
  t.deepEqual(await chat.edit(message, 'Джемесон +3'), ['Джемесон: 0 → 3 л (+3)']);
});

test('a message that was refused becomes a change when it is mended', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  const message = await said(chat, 'Джемесон 0,7');

  t.deepEqual(await chat.edit(message, 'Джемесон +0,7'), ['Джемесон: 0 → 0,7 л (+0,7)']);
});

test('an edit into something unclear takes the old back and asks; the question before it is void', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Мартини Бьянко', 'Мартини Россо');
  const message = await said(chat, 'бьянко +1');

  const [undone, question] = await chat.edit(message, 'мартини +1');
  t.is(undone, 'Отменено: Мартини Бьянко: 1 → 0 л (−1)');
  t.is(question, '«мартини» — что именно?');
  const asked = chat.api.calls.at(-1);

  await chat.edit(message, 'россо +2');
  const [option] = asked?.reply_markup?.inline_keyboard.flat() ?? [];
  const late = await chat.deliver(chat.pressUpdate(boss, option?.callback_data ?? '', asked));
  t.is(late.at(-1)?.text, 'Уже отвечено');
  t.deepEqual(await chat.quantities(), { 'Мартини Бьянко': 0, 'Мартини Россо': 2 });
});

test('a name that was asked about keeps its answer when only the quantity is mended', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Мартини Бьянко', 'Мартини Россо');
  const message = await said(chat, 'мартини +1');
  await chat.press('Мартини Россо');

  t.deepEqual(await chat.edit(message, 'мартини +2'), ['Исправлено: Мартини Россо 0 → 2 л (было +1, стало +2)']);
});

test('a message corrected after its item was counted leaves the count as the shelf was seen', async (t) => {
  const chat = await startVenueChat(t);
  const gin = await chat.createItem({ name: 'Джин', quantity: 5 });
  const count = await opened(chat.admin);
  const message = await said(chat, 'Джин -0,05');
  await entered(chat.user, count.id, { itemId: gin.id, quantity: 4.5 });

  await chat.edit(message, 'Джин -0,5');
  await closed(chat.admin, count.id);

  t.deepEqual(await chat.quantities(), { Джин: 4.5 });
});

test('a corrected «=» tells of the time it was first said, and what was sold since stays sold', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джин', quantity: 5 });
  const message = await said(chat, 'Джин = 3');
  await chat.say('Джин -0,5', barman);

  t.deepEqual(await chat.edit(message, 'Джин = 4'), ['Исправлено: Джин 4,5 → 3,5 л (было −2, стало −1)']);
  t.deepEqual(await chat.quantities(), { Джин: 3.5 });
});

test('what was undone by its button is not written again by an edit, and that is said', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон', 'Лимон|кг');
  const message = await said(chat, 'Джемесон +1\nЛимон +1');
  await chat.press('Отменить: Джемесон');

  const [text = ''] = await chat.edit(message, 'Джемесон +1\nЛимон +2');

  t.true(text.includes('Исправлено: Лимон 0 → 2 кг'), text);
  t.true(text.includes('«Джемесон +1» — это изменение уже отменяли'), text);
  t.deepEqual(await chat.quantities(), { Джемесон: 0, Лимон: 2 });
});

test('a message two days old, and one the bot never wrote down, are said and not guessed', async (t) => {
  let now = new Date('2026-03-01T12:00:00Z');
  const chat = await startVenueChat(t, { clock: () => now });
  await chat.stock('Джемесон');
  const message = await said(chat, 'Джемесон +1');
  now = new Date('2026-03-03T12:00:01Z');

  t.deepEqual(await chat.edit(message, 'Джемесон +2'), [
    'Исправить можно сообщение не старше двух суток. Напишите изменение новым сообщением.',
  ]);
  t.deepEqual(await chat.edit(chat.sayUpdate(boss, 'Джемесон +5'), 'Джемесон +6'), [
    'Этого сообщения бот не записывал. Пришлите исправленное новым сообщением.',
  ]);
  t.deepEqual(await chat.quantities(), { Джемесон: 1 });
});

test('a live location that moves is not answered', async (t) => {
  const chat = await startVenueChat(t);
  const { message } = chat.sayUpdate(barman, '') as { message: Record<string, unknown> };
  const { text: _, ...bare } = message;

  const calls = await chat.deliver({ edited_message: { ...bare, location: { latitude: 1, longitude: 1 } } });

  t.deepEqual(calls, []);
});

test('whatever a message is edited to and however often, the stock is what its last text says', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон', 'Лимон|кг', 'Абсолют');
  // enough of each that no amount is doubted: doubts are tested elsewhere
  await chat.db('items').update({ quantity: 5000 });
  const line = fc.tuple(fc.constantFrom('Джемесон', 'Лимон', 'Абсолют'), fc.integer({ min: -9, max: 9 }));
  const text = fc.array(
    line.filter(([, amount]) => amount !== 0),
    { maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 4 }), fc.boolean(), async (texts, twice) => {
      const before = await chat.quantities();
      const [first = [], ...edits] = texts.map((lines) =>
        lines.length === 0
          ? 'ничего'
          : lines.map(([name, amount]) => `${name} ${amount > 0 ? '+' : ''}${amount}`).join('\n'),
      );
      const message = await said(chat, String(first));
      for (const edited of edits) {
        const update = chat.editUpdate(message, edited);
        await chat.deliver(update);
        if (twice) await chat.deliver(update);
      }
      const wanted = { ...before } as Record<string, number>;
      for (const [name, amount] of texts.at(-1) ?? []) wanted[name] = (wanted[name] ?? 0) + amount;
      t.deepEqual(await chat.quantities(), wanted);
    }),
    { numRuns: 25 },
  );
});
