import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { drawingOf } from '../../../tenant-runtime/contract/barcode-patterns.ts';
import { until } from '../../support/run/until.ts';
import type { ApiCall } from '../../support/telegram/bot-api.ts';
import { barman, boss, type Person, startVenueChat, type VenueChat } from '../../support/telegram/venue-chat.ts';
import { barLabel, photograph, pngOf, seeded } from '../barcodes/pictures.ts';

const KNOWN = '4600000000015';
const UNKNOWN = '4600000000022';

/** A tenant whose photos «hold» the codes that are written in them. */
async function venue(t: Parameters<typeof startVenueChat>[0], env: Record<string, string> = {}) {
  const chat = await startVenueChat(t, {
    env,
    readBarcodes: async (bytes) => Buffer.from(bytes).toString().split(' ').filter(Boolean),
  });
  return chat;
}

async function shoot(chat: VenueChat, codes: string, person: Person = boss): Promise<ApiCall> {
  chat.api.files.set('photo', Buffer.from(codes));
  const from = chat.api.calls.length;
  await chat.send(
    {
      photo: [
        { file_id: 'small', file_size: 10 },
        { file_id: 'photo', file_size: 100 },
      ],
    },
    person,
  );
  return answerAfter(chat, from);
}

/** Photos are read in the background; other messages may come before the answer, which begins so. */
async function answerAfter(chat: VenueChat, from: number, begins = ''): Promise<ApiCall> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(10)) {
    const answer = chat.api.calls
      .slice(from)
      .find(({ method, result, text }) => method === 'sendMessage' && result && text?.startsWith(begins));
    // A card is stored after it is sent, and it cannot be answered before.
    const asks = answer?.reply_markup?.force_reply;
    const kept = asks && (await chat.db('bot_replies').where({ message_id: answer.result?.message_id }).first());
    if (answer && (kept || !asks)) return answer;
  }
  throw new Error('the photo was not answered');
}

test('a photo of a barcode is answered with the item, and an answer with a quantity changes it', async (t) => {
  const chat = await venue(t);
  await chat.createItem({ name: 'Джемесон', ean: KNOWN, quantity: 4.6 });

  const card = await shoot(chat, KNOWN);
  t.regex(card.text ?? '', /^Джемесон\nОстаток: 4,6 л\n\nОтветьте на это сообщение количеством/);
  t.true(card.reply_markup?.force_reply);

  t.deepEqual(await chat.answer(card, '+0,7'), ['Джемесон: 4,6 → 5,3 л (+0,7)']);
  t.deepEqual(await chat.answer(card, '−100 мл бой'), ['Джемесон: 5,3 → 5,2 л (−0,1, списание)']);
  t.deepEqual(await chat.answer(card, '0,2 л'), ['«Джемесон» — прибавить, списать или столько есть?']);
  t.deepEqual(chat.buttons(), ['Джемесон +0,2 л', 'Джемесон −0,2 л', 'Джемесон = 0,2 л', 'Не записывать']);
  await chat.press('Джемесон −0,2');
  t.deepEqual(await chat.quantities(), { Джемесон: 5 });
});

/** A platform that knows one code. */
async function catalogue(t: Parameters<typeof startVenueChat>[0], alias: Record<string, unknown>): Promise<string> {
  const server = createServer((req, res) => {
    const known = req.url === `/internal/catalogue/${alias.ean}`;
    res
      .writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: known, alias }));
  });
  t.teardown(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a code of the catalogue is offered with its name, asks the unit and brings what is known of the bottle', async (t) => {
  const alias = {
    ean: KNOWN,
    description: 'Виски Джемесон',
    category: 'Виски',
    volume_ml: 700,
    weight_empty_g: 480.5,
    weight_full_g: 2,
  };
  const chat = await venue(t, { PLATFORM_URL: await catalogue(t, alias) });

  t.regex(
    (await shoot(chat, KNOWN)).text ?? '',
    /^Такого кода у вас нет. В каталоге это «Виски Джемесон».\n\nПозиция у вас под другим/,
  );
  await chat.press('Добавить');
  const from = chat.api.calls.length;
  await chat.press('л');

  t.regex((await answerAfter(chat, from)).text ?? '', /^Виски Джемесон\nОстаток: 0 л/);
  t.like(await chat.db('items').first('name', 'category', 'volume_ml', 'weight_empty_g'), {
    name: 'Виски Джемесон',
    category: 'Виски',
    volume_ml: 700,
    weight_empty_g: null,
  });
  t.is((await chat.press('Добавить')).at(-1)?.text, 'Уже отвечено');
});

test('a case’s code of the catalogue brings the bottle’s code too', async (t) => {
  const bottle = '5011007003005';
  const alias = { ean: KNOWN, description: 'Виски Джемесон', pack: 12, product_ean: bottle };
  const chat = await venue(t, { PLATFORM_URL: await catalogue(t, alias) });
  await shoot(chat, KNOWN);
  await chat.press('Добавить');
  await chat.press('л');
  await until(async () => (await chat.db('items').where({ name: 'Виски Джемесон' })).length === 1, 'it is added');
  t.like(await chat.db('items').where({ name: 'Виски Джемесон' }).first(), {
    ean: bottle,
    codes: [{ ean: KNOWN, pack: 12 }],
  });
});

test('a code is not said to be unknown to a catalogue that did not answer', async (t) => {
  const chat = await venue(t, { PLATFORM_URL: 'http://127.0.0.1:9' });
  t.regex((await shoot(chat, KNOWN)).text ?? '', /^Штрихкода 4600000000015 у вас нет, а каталог сейчас не отвечает\./);
});

test('a code nobody knows asks for a name, then the unit', async (t) => {
  const chat = await venue(t);
  const asked = await shoot(chat, UNKNOWN);
  t.regex(asked.text ?? '', new RegExp(`Штрихкода ${UNKNOWN} нет`));

  t.regex((await chat.answer(asked, '12'))[0] ?? '', /не похоже на название/);
  t.deepEqual(await chat.answer(asked, 'Кампари'), ['Новая позиция «Кампари». В чём её считать?']);
  await chat.press('л');

  const [item] = await chat.db('items').select('name', 'ean', 'unit');
  t.like(item, { name: 'Кампари', unit: 'л' });
  t.regex((await shoot(chat, UNKNOWN)).text ?? '', /^Кампари\nОстаток: 0 л/);
});

test('a code nobody knows becomes the code of the item whose name is answered, and is taken off it again', async (t) => {
  const chat = await venue(t);
  await chat.createItem({ name: 'Виски Джемесон', ean: KNOWN, quantity: 4.6 });
  const asked = await shoot(chat, UNKNOWN, barman);
  t.regex(asked.text ?? '', /Ответьте на это сообщение названием: код станет кодом вашей позиции/);

  t.deepEqual(await chat.answer(asked, 'джемесон', barman), [`«джемесон» у вас уже есть. Чей штрихкод ${UNKNOWN}?`]);
  t.deepEqual(chat.buttons(), ['Виски Джемесон', 'Новая позиция «джемесон»', 'Не привязывать']);
  const from = chat.api.calls.length;
  await chat.press('Виски Джемесон', barman);
  t.regex((await answerAfter(chat, from)).text ?? '', /^Виски Джемесон\nОстаток: 4,6 л/);
  const edited = chat.api.calls.slice(from).find(({ method }) => method === 'editMessageText');
  t.is(edited?.text, `Штрихкод ${UNKNOWN} теперь у «Виски Джемесон». Администратор его проверит.`);
  t.deepEqual(await chat.db('items').select('name', 'ean'), [{ name: 'Виски Джемесон', ean: KNOWN }]);
  t.regex((await shoot(chat, UNKNOWN)).text ?? '', /^Виски Джемесон\n/);

  await chat.press('Отвязать', barman);
  t.regex((await shoot(chat, UNKNOWN)).text ?? '', /^Штрихкода 4600000000022 нет/);
});

test('lines that count are no answer to a question for the name of a code, which comes while they are typed', async (t) => {
  const chat = await venue(t);
  await chat.createItem({ name: 'Лимон', unit: 'кг' });
  await chat.createItem({ name: 'Балтика 7', unit: 'шт' });
  const asked = await shoot(chat, UNKNOWN);
  t.deepEqual(await chat.answer(asked, 'Лимон +5'), ['Лимон: 0 → 5 кг (+5)']);
  t.deepEqual(await chat.answer(asked, 'пришло лимон 2'), ['Лимон: 5 → 7 кг (+2)']);
  t.regex((await chat.answer(asked, 'Кампари +1'))[0] ?? '', /такой позиции нет, ничего не записано/);

  await chat.admin.post('/api/counts').send({ key: '0b0e7a64-2a1f-4f7e-9a1d-3f1f6c1d2e3e', title: 'Ночь' });
  await chat.say('/count');
  await chat.press('Ночь');
  t.deepEqual(await chat.answer(asked, 'Лимон 5'), ['В подсчёт «Ночь»: Лимон 5 кг']);
  t.deepEqual(await chat.answer(asked, 'Балтика 7'), [`«Балтика 7» у вас уже есть. Чей штрихкод ${UNKNOWN}?`]);
  t.deepEqual(await chat.answer(asked, 'Апероль 0,7'), ['Новая позиция «Апероль 0,7». В чём её считать?']);
});

test('a name with a number of the label answers the question for it, and a signed quantity after a name does not', async (t) => {
  const chat = await venue(t);
  await chat.createItem({ name: 'Кола 0,25', unit: 'шт' });
  const asked = await shoot(chat, UNKNOWN);
  t.deepEqual(await chat.answer(asked, 'Кола 0,25 +2'), ['Кола 0,25: 0 → 2 шт (+2)']);
  for (const name of ['Кола 0,5', 'Квас-7'])
    t.deepEqual(await chat.answer(asked, name), [`Новая позиция «${name}». В чём её считать?`]);
});

test('a new item of a name that is there by now gets no second one: the code goes to the item', async (t) => {
  const chat = await venue(t);
  const asked = await shoot(chat, UNKNOWN);
  t.deepEqual(await chat.answer(asked, 'Кампари'), ['Новая позиция «Кампари». В чём её считать?']);
  await chat.createItem({ name: 'Кампари' });
  await chat.press('л');
  t.regex((await shoot(chat, UNKNOWN)).text ?? '', /^Кампари\nОстаток: 0 л/);
});

test('staff who may not add items give a code to an item, and are told where there is none', async (t) => {
  const chat = await venue(t);
  await chat.admin.put('/api/settings').send({ staffAddsItems: false });
  await chat.createItem({ name: 'Кампари' });
  const asked = await shoot(chat, UNKNOWN, barman);
  t.deepEqual(await chat.answer(asked, 'апероль', barman), [
    '«апероль» — такой позиции у вас нет. Добавить её может администратор.',
  ]);
  await chat.answer(asked, 'кампари', barman);
  t.deepEqual(chat.buttons(), ['Кампари', 'Не привязывать']);
});

test('unknown digits with an amount are told to be a code, and are no name of a new item', async (t) => {
  const chat = await venue(t);
  const [text] = await chat.say(`${UNKNOWN} +1`);
  t.regex(text ?? '', /^«4600000000022 \+1» не записано\. Штрихкода 4600000000022 нет/);
  const card = chat.api.calls.findLast(({ method }) => method === 'sendMessage');
  t.deepEqual(await chat.answer(card, 'Кампари'), ['Новая позиция «Кампари». В чём её считать?']);
});

test('the digits under a barcode do as well as its photo', async (t) => {
  const chat = await venue(t);
  await chat.createItem({ name: 'Джемесон', ean: KNOWN });
  t.regex((await chat.say(` ${KNOWN} `))[0] ?? '', /^Джемесон\nОстаток: 0 л/);
  t.regex((await chat.say('4600000000016'))[0] ?? '', /нет количества|нет знака|нет названия/);
});

test('a real photo goes through the real reader', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', ean: KNOWN });
  const label = barLabel(drawingOf(KNOWN)?.patterns.join('') ?? '');
  const view = { scale: 3, turn: 0.1, lean: 0, bend: 0, blur: 0.4, noise: 3, dark: 25, light: 225 };
  chat.api.files.set('photo', pngOf(photograph(label, view, seeded(1))));
  await chat.send({ photo: [{ file_id: 'photo', file_size: 100 }] }, barman);
  t.regex((await answerAfter(chat, 0)).text ?? '', /^Джемесон\nОстаток: 0 л/);

  chat.api.files.set('photo', Buffer.from('not a picture'));
  const from = chat.api.calls.length;
  await chat.send({ photo: [{ file_id: 'photo', file_size: 100 }] }, barman);
  t.regex((await answerAfter(chat, from)).text ?? '', /Это не фотография/);
});

test('several codes are asked about, none says how to photograph', async (t) => {
  const chat = await venue(t);
  await chat.createItem({ name: 'Джемесон', ean: KNOWN });

  t.regex((await shoot(chat, `${KNOWN} ${UNKNOWN}`)).text ?? '', /несколько штрихкодов/);
  t.deepEqual(chat.buttons(), ['Джемесон', UNKNOWN]);
  const pressed = await chat.press('Джемесон');
  t.regex(pressed.find(({ method }) => method === 'sendMessage')?.text ?? '', /^Джемесон\nОстаток: 0 л/);
  t.regex((await shoot(chat, '')).text ?? '', /Штрихкод не читается\. Снимите/);
});

test('a photo sent as a file is read too; one too large, or that is no longer there, is said', async (t) => {
  const chat = await venue(t);
  await chat.createItem({ name: 'Джемесон', ean: KNOWN });
  chat.api.files.set('photo', Buffer.from(KNOWN));
  const from = chat.api.calls.length;
  await chat.send(
    { document: { file_id: 'photo', mime_type: 'image/jpeg', file_name: 'a.jpg', file_size: 9 } },
    barman,
  );
  t.regex((await answerAfter(chat, from)).text ?? '', /^Джемесон/);

  const large = { document: { file_id: 'photo', mime_type: 'image/png', file_size: 21 * 1024 * 1024 } };
  t.regex((await chat.send(large))[0] ?? '', /больше 20 МБ/);
  chat.api.files.clear();
  const later = chat.api.calls.length;
  await chat.send({ photo: [{ file_id: 'gone', file_size: 9 }] });
  t.regex((await answerAfter(chat, later)).text ?? '', /не скачался/);
});

test('of an album the first photo is read, and that is said once', async (t) => {
  const chat = await venue(t);
  await chat.createItem({ name: 'Джемесон', ean: KNOWN });
  chat.api.files.set('photo', Buffer.from(KNOWN));
  const photo = { photo: [{ file_id: 'photo', file_size: 9 }], media_group_id: '77' };
  for (let n = 0; n < 5; n += 1) await chat.send(photo);
  await answerAfter(chat, 0, 'Джемесон');
  // any replies to the rest of the album would come before the reply to a later photo
  await shoot(chat, KNOWN);

  const said = chat.api.calls.filter(({ method }) => method === 'sendMessage').map(({ text }) => text);
  t.is(said.length, 3, said.join('\n'));
  t.is(said.filter((text) => text?.includes('взято только первое')).length, 1);
});

test('an answer to a card is an entry while its person counts, and its edit corrects the change it made', async (t) => {
  const chat = await venue(t);
  await chat.createItem({ name: 'Джемесон', ean: KNOWN });
  const card = await shoot(chat, KNOWN);
  const to = { message_id: card.result?.message_id, date: 0, chat: { ...boss, type: 'private' } };
  const update = chat.sayUpdate(boss, '+1') as { message: object };
  const message = { message: { ...update.message, reply_to_message: to } };
  await chat.deliver(message);
  t.deepEqual(await chat.edit(message, '+2'), ['Исправлено: Джемесон 0 → 2 л (было +1, стало +2)']);

  await chat.admin.post('/api/counts').send({ key: '0b0e7a64-2a1f-4f7e-9a1d-3f1f6c1d2e3f', title: 'Январь' });
  await chat.say('/count');
  await chat.press('Январь');
  t.deepEqual(await chat.answer(card, '0,7'), ['В подсчёт «Январь»: Джемесон 0,7 л']);
});
