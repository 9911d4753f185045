import test, { type ExecutionContext } from 'ava';
import { until } from '../../support/run/until.ts';
import { boss, startVenueChat, type VenueChat } from '../../support/telegram/venue-chat.ts';

const WHISKEY = '4600000000015';
const APEROL = '4600000000022';
const NOBODYS = '4600000000039';

/** A tenant whose photos «hold» the codes that are written in them. */
async function venue(t: ExecutionContext) {
  const chat = await startVenueChat(t, {
    readBarcodes: async (bytes) => Buffer.from(bytes).toString().split(' ').filter(Boolean),
  });
  await chat.createItem({ name: 'Джемесон', ean: WHISKEY, quantity: 5, volume_ml: 700 });
  await chat.createItem({ name: 'Апероль', ean: APEROL, quantity: 2 });
  chat.api.calls.length = 0;
  return chat;
}

let messageId = 50_000;
const photoUpdate = (caption: string) => ({
  message: {
    message_id: ++messageId,
    date: 0,
    chat: { ...boss, type: 'private' },
    from: { ...boss, is_bot: false },
    photo: [{ file_id: 'photo', file_size: 100 }],
    caption,
  },
});

/** Returns all replies sent by the time the update was accepted. */
async function shoot(chat: VenueChat, codes: string, caption: string, update = photoUpdate(caption)) {
  chat.api.files.set('photo', Buffer.from(codes));
  const calls = await chat.deliver(update);
  return calls.flatMap(({ method, text = '' }) => (method === 'sendMessage' ? [text] : []));
}

const editOf = (update: { message: object }, caption: string) => ({
  edited_message: { ...update.message, caption: caption || undefined, edit_date: 1 },
});

for (const [caption, answer] of [
  ['+0,7', 'Джемесон: 5 → 5,7 л (+0,7)'],
  ['= 3', 'Джемесон: 5 → 3 л (−2)'],
  ['осталось 3', 'Джемесон: 5 → 3 л (−2)'],
  ['−100 мл бой', 'Джемесон: 5 → 4,9 л (−0,1, списание)'],
  ['+2 бутылки', 'Джемесон: 5 → 6,4 л (+1,4)'],
  ['Джемесон +0,7', 'Джемесон: 5 → 5,7 л (+0,7)'],
  ['джемисон +0,7', 'Джемесон: 5 → 5,7 л (+0,7)'],
  ['Джемесон = 3', 'Джемесон: 5 → 3 л (−2)'],
] as const) {
  test(`«${caption}» under a photo of a barcode is written to its item`, async (t) => {
    const chat = await venue(t);
    const [said = '', ...others] = await shoot(chat, WHISKEY, caption);
    t.true(said.startsWith(answer.replace(/\)$/, '')), said);
    t.deepEqual(others, []);
    t.is((await chat.quantities()).Апероль, 2);
  });
}

test('an answer «= 3» to a card sets the stock', async (t) => {
  const chat = await venue(t);
  await chat.say(WHISKEY);
  const card = chat.api.calls.findLast(({ reply_markup }) => reply_markup?.force_reply);
  t.deepEqual(await chat.answer(card, '= 3'), ['Джемесон: 5 → 3 л (−2)']);
});

test('a quantity without a sign under a photo is asked about, and without a quantity the item is shown', async (t) => {
  const chat = await venue(t);
  t.deepEqual(await shoot(chat, WHISKEY, '0,7'), ['«Джемесон» — прибавить, списать или столько есть?']);
  t.regex((await shoot(chat, WHISKEY, 'вот эта бутылка'))[0] ?? '', /^Джемесон\nОстаток: 5 л/);
  t.deepEqual(await chat.quantities(), { Джемесон: 5, Апероль: 2 });
});

test('where photo and caption name different items it is asked which, and the names are not learnt', async (t) => {
  const chat = await venue(t);
  t.deepEqual(await shoot(chat, WHISKEY, 'Апероль +0,7'), ['На фото «Джемесон», в подписи «Апероль». Что записать?']);
  t.deepEqual(chat.buttons(), ['Джемесон +0,7 л', 'Апероль +0,7 л', 'Не записывать']);
  t.deepEqual(await chat.quantities(), { Джемесон: 5, Апероль: 2 });
  await chat.press('Джемесон');
  t.deepEqual(await chat.quantities(), { Джемесон: 5.7, Апероль: 2 });

  t.deepEqual(await shoot(chat, WHISKEY, 'висарик +0,7'), [
    'На фото «Джемесон», а «висарик» — такой позиции нет. Что записать?',
  ]);
  t.deepEqual(chat.buttons().slice(0, 2), ['Джемесон +0,7 л', 'Добавить «висарик»']);
});

test('a photo tells which of several items a caption means', async (t) => {
  const chat = await venue(t);
  await chat.createItem({ name: 'Джемесон Блэк Баррел', quantity: 1 });
  await chat.createItem({ name: 'Вино Совиньон Чили', quantity: 1, ean: NOBODYS });
  await chat.createItem({ name: 'Вино Совиньон Франция', quantity: 1 });
  t.regex((await chat.say('совиньон +1'))[0] ?? '', /что именно/);
  t.deepEqual(await shoot(chat, NOBODYS, 'совиньон +1'), ['Вино Совиньон Чили: 1 → 2 л (+1)']);
});

test('of several codes in a photo the caption names one, or it is asked', async (t) => {
  const chat = await venue(t);
  t.deepEqual(await shoot(chat, `${WHISKEY} ${APEROL}`, 'Апероль +1'), ['Апероль: 2 → 3 л (+1)']);
  t.deepEqual(await shoot(chat, `${WHISKEY} ${APEROL}`, '+1'), [
    'На фото «Джемесон», «Апероль». К чему относится «+1»?',
  ]);
  t.deepEqual(chat.buttons(), ['Джемесон +1 л', 'Апероль +1 л', 'Не записывать']);
  await chat.press('Джемесон');
  t.deepEqual(await chat.quantities(), { Джемесон: 6, Апероль: 3 });
});

test('the code of a case under which a bare number stands is asked about: bottles or cases', async (t) => {
  const chat = await venue(t);
  await chat.createItem({ name: 'Пиво', unit: 'шт', quantity: 5, codes: [{ ean: NOBODYS, pack: 12 }] });
  t.deepEqual(await shoot(chat, NOBODYS, '+2'), ['На фото штрихкод упаковки, в ней 12. Сколько записать?']);
  t.deepEqual(chat.buttons(), ['Пиво +2 шт', 'Пиво +24 шт', 'Не записывать']);
  t.deepEqual(await shoot(chat, NOBODYS, '+2 ящика'), ['Пиво: 5 → 29 шт (+24)']);
  t.deepEqual(await shoot(chat, NOBODYS, '+3 шт'), ['Пиво: 29 → 32 шт (+3)']);
});

test('a photo without a code to read leaves what its caption names, and says that a bare quantity is not written', async (t) => {
  const chat = await venue(t);
  t.deepEqual(await shoot(chat, '', 'Апероль +1'), ['Апероль: 2 → 3 л (+1)']);
  t.deepEqual(await shoot(chat, '', 'Апероль +1\nДжемесон −0,5'), [
    'Апероль: 3 → 4 л (+1)\nДжемесон: 5 → 4,5 л (−0,5)',
  ]);
  t.regex((await shoot(chat, '', '+1'))[0] ?? '', /^Штрихкод не читается.*«\+1» не записано/s);
  const [lost, asked = ''] = await shoot(chat, NOBODYS, '+1');
  t.is(lost, '«+1» не записано: такой позиции у вас ещё нет.');
  t.regex(asked, /^Штрихкода 4600000000039 нет/);
  t.deepEqual(await shoot(chat, NOBODYS, 'Апероль +1'), ['Апероль: 4 → 5 л (+1)']);
});

test('an edited caption corrects what it has written; one added later is read with its photo', async (t) => {
  const chat = await venue(t);
  const update = photoUpdate('+0,7');
  await shoot(chat, WHISKEY, '', update);
  const corrected = await shoot(chat, WHISKEY, '', editOf(update, '+0,8') as never);
  t.deepEqual(corrected, ['Исправлено: Джемесон 5 → 5,8 л (было +0,7, стало +0,8)']);
  t.deepEqual(await shoot(chat, WHISKEY, '', editOf(update, 'Апероль +0,8') as never), [
    'Отменено: Джемесон: 5,8 → 5 л (−0,8)',
    'На фото «Джемесон», в подписи «Апероль». Что записать?',
  ]);

  const removed = photoUpdate('+0,7');
  await shoot(chat, WHISKEY, '', removed);
  t.deepEqual(await shoot(chat, WHISKEY, '', editOf(removed, '') as never), ['Отменено: Джемесон: 5,7 → 5 л (−0,7)']);

  const bare = photoUpdate('');
  await shoot(chat, APEROL, '', bare);
  // A photo without a caption is answered in the background.
  await until(() => chat.api.calls.some(({ text }) => text?.startsWith('Апероль\nОстаток')), 'the photo is answered');
  const added = { ...editOf(bare, '+1'), update_id: 900_001 };
  t.deepEqual(await shoot(chat, APEROL, '', added as never), ['Апероль: 2 → 3 л (+1)']);
  t.deepEqual((await chat.quantities()).Апероль, 3);
  await shoot(chat, APEROL, '', added as never);
  t.deepEqual((await chat.quantities()).Апероль, 3, 'delivered twice, written once');
});

test('a photo delivered twice is written once', async (t) => {
  const chat = await venue(t);
  const update = { ...photoUpdate('+0,7'), update_id: 900_100 };
  await shoot(chat, WHISKEY, '', update);
  await shoot(chat, WHISKEY, '', update);
  t.is((await chat.quantities()).Джемесон, 5.7);
});

test('during a count a caption is an entry of it', async (t) => {
  const chat = await venue(t);
  await chat.admin.post('/api/counts').send({ key: '0b0e7a64-2a1f-4f7e-9a1d-3f1f6c1d2e30', title: 'Январь' });
  await chat.say('/count');
  await chat.press('Январь');
  const update = photoUpdate('0,7');
  t.deepEqual(await shoot(chat, WHISKEY, '', update), ['В подсчёт «Январь»: Джемесон 0,7 л']);
  t.deepEqual(await shoot(chat, WHISKEY, '', editOf(update, '0,9') as never), [
    'Исправлено.\nВ подсчёт «Январь»: Джемесон 0,9 л',
  ]);
  t.deepEqual(await shoot(chat, WHISKEY, 'Апероль 0,5'), ['На фото «Джемесон», в подписи «Апероль». Что записать?']);
  t.deepEqual(await shoot(chat, APEROL, 'Апероль 0,5'), ['В подсчёт «Январь»: Апероль 0,5 л']);
  t.deepEqual(await chat.quantities(), { Джемесон: 5, Апероль: 2 });
});
