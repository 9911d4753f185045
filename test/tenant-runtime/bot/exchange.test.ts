import test from 'ava';
import ExcelJS from 'exceljs';
import { until } from '../../support/run/until.ts';
import type { ApiCall } from '../../support/telegram/bot-api.ts';
import { barman, boss, type Person, startVenueChat, type VenueChat } from '../../support/telegram/venue-chat.ts';

async function workbook(rows: unknown[][]): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Лист1').addRows(rows);
  return Buffer.from(await book.xlsx.writeBuffer());
}

const send = (chat: VenueChat, filename: string, person: Person = boss) =>
  chat.deliver({
    message: {
      message_id: 1,
      date: 0,
      chat: { ...person, type: 'private' },
      from: { ...person, is_bot: false },
      document: { file_id: 'price', file_unique_id: 'p', file_name: filename, file_size: 1000 },
    },
  });

/** Files are read in the background: waits for the call that reports the result. */
async function eventually(chat: VenueChat, wanted: (call: ApiCall) => boolean): Promise<ApiCall> {
  let call: ApiCall | undefined;
  await until(() => {
    call = chat.api.calls.find(wanted);
    return call !== undefined;
  }, 'the bot answers');
  return call as ApiCall;
}

test('a price list sent to the chat is previewed, loaded by its button and taken back by another', async (t) => {
  const chat = await startVenueChat(t);
  chat.api.files.set(
    'price',
    await workbook([
      ['Наименование', 'Ед.', 'Остаток'],
      ['Джемесон', 'л', 4.6],
      ['Лимон', 'кг', 2],
    ]),
  );

  await send(chat, 'прайс.xlsx');
  const preview = await eventually(chat, ({ text }) => text?.includes('пока ничего не изменено') ?? false);
  t.true(preview.text?.includes('Новых: 2 позиции'), preview.text);
  t.deepEqual(await chat.quantities(), {});

  await chat.press('Загрузить');
  t.deepEqual(await chat.quantities(), { Джемесон: 4.6, Лимон: 2 });
  t.deepEqual(await chat.say('Джемесон +0,7'), ['Джемесон: 4,6 → 5,3 л (+0,7)']);
  await chat.press('Отменить');

  await chat.say('/export');
  await eventually(chat, ({ method }) => method === 'sendDocument');
});

test('a file with quantities may be taken for what the accounts say, and back', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Джемесон', quantity: 3 });
  chat.api.files.set(
    'price',
    await workbook([
      ['Наименование', 'Ед.', 'Остаток'],
      ['Джемесон', 'л', 4.6],
    ]),
  );
  await send(chat, 'остатки.xlsx');
  await eventually(chat, ({ text }) => text?.includes('позиции: пока ничего не изменено') ?? false);
  const screen = chat.api.calls.at(-1);
  const refused = await chat.press('Это не позиции, а остатки по учёту', barman);
  t.true(refused.at(-1)?.text?.includes('только администратор'));

  await chat.deliver(chat.pressUpdate(boss, 'kind:1:expected', screen));
  const preview = await eventually(chat, ({ text }) => text?.includes('по учёту: пока ничего') ?? false);
  t.true(preview.text?.includes('Изменится: 1 позиция'), preview.text);
  await chat.press('Загрузить');

  const [item] = (await chat.admin.get('/api/items')).body.items;
  t.like(item, { quantity: 3, expected: 4.6 });
});

test('a preview in the chat keeps apart what will not load and what loads with a warning, and shows its notes', async (t) => {
  const chat = await startVenueChat(t);
  chat.api.files.set(
    'price',
    await workbook([
      ['Наименование', 'Ед.', 'Остаток', 'Штрихкод'],
      ['Джемесон', 'л', 'много', ''],
      ['Лимон', 'кг', 2, '123'],
    ]),
  );

  await send(chat, 'прайс.xlsx');

  const { text = '' } = await eventually(chat, (call) => call.text?.includes('пока ничего не изменено') ?? false);
  const [, refused = '', warned = ''] = text.split(/Не загрузятся:|Загрузятся, но проверьте:/);
  t.regex(text, /Остаток из файла получат только новые позиции/);
  t.regex(refused, /строка 2, C: Ожидается число/);
  t.regex(warned, /строка 3, D: Штрихкод «123» неверен/);
  t.notRegex(refused, /строка 3/);
});

test('a file that is no workbook, or from staff, changes nothing and is answered', async (t) => {
  const chat = await startVenueChat(t);
  chat.api.files.set('price', Buffer.from('not a workbook'));

  t.is(
    (await send(chat, 'photo.png'))[0]?.text,
    'Пришлите накладную, отчёт кассы или список позиций: файл .xlsx, .xls, .xml, .csv или .json',
  );
  t.true((await send(chat, 'прайс.xlsx', barman))[0]?.text?.includes('только администратор'));
  const before = chat.api.calls.length;
  await send(chat, 'прайс.xlsx');
  await eventually(chat, (call) => chat.api.calls.indexOf(call) > before && call.method === 'sendMessage');
  t.deepEqual(await chat.quantities(), {});
});

test('rows of a file that may be known items are told in the chat and left to the panel', async (t) => {
  const chat = await startVenueChat(t);
  await chat.createItem({ name: 'Jameson 0.7', unit: 'шт', volume_ml: 700 });
  chat.api.files.set(
    'price',
    await workbook([
      ['Наименование', 'Ед.', 'Остаток'],
      ['Виски Джеймесон 0,7 л', 'шт', 4],
      ['Мята', 'кг', 350],
      ['Тоник Рич 1 л', 'шт', 6],
    ]),
  );

  await send(chat, 'прайс.xlsx');
  const { text = '' } = await eventually(chat, (call) => call.text?.includes('пока ничего не изменено') ?? false);
  await chat.press('Всё верно, загрузить: 2 позиции');

  t.regex(text, /отсюда не загрузятся:\nстрока 2: «Виски Джеймесон 0,7 л» — «Jameson 0.7»\?/);
  t.regex(text, /выберите в панели.*, раздел Excel: загрузите этот файл там/);
  await eventually(chat, (call) => /Новых: 2 позиции.*Не загружено под вопросом: 1/.test(call.text ?? ''));
  t.deepEqual(Object.keys(await chat.quantities()).toSorted(), ['Jameson 0.7', 'Мята', 'Тоник Рич 1 л']);
});

test('rows of a file that are probably slips are told first in the chat and loaded only by a button of their own', async (t) => {
  const chat = await startVenueChat(t);
  chat.api.files.set(
    'price',
    await workbook([
      ['Наименование', 'Ед.', 'Остаток'],
      ['Джемесон', 'л', 4.6],
      ['Мята', 'кг', 350],
    ]),
  );
  const arrived = (call: { text?: string }) => call.text?.includes('пока ничего не изменено') ?? false;

  await send(chat, 'прайс.xlsx');
  const { text = '' } = await eventually(chat, arrived);
  t.regex(text, /без вашего слова:\nстрока 3: «Мята»: сразу 350\u00a0кг — слишком много/);
  await chat.press('Загрузить без них: 1 позиция');
  t.deepEqual(await chat.quantities(), { Джемесон: 4.6 });
  t.regex(
    chat.api.calls.findLast((call) => call.text?.startsWith('Загружено'))?.text ?? '',
    /Не загружено под вопросом: 1/,
  );

  chat.api.calls.length = 0;
  await send(chat, 'прайс.xlsx');
  await eventually(chat, arrived);
  await chat.press('Всё верно, загрузить: 1 позиция');
  t.deepEqual(await chat.quantities(), { Джемесон: 4.6, Мята: 350 });
});

test('the chat tells how prices were read and what the stock is worth either way, and reads them otherwise by a button', async (t) => {
  const chat = await startVenueChat(t);
  chat.api.files.set(
    'price',
    await workbook([
      ['Наименование', 'Ед.', 'Остаток', 'Объём, мл', 'Закупочная цена'],
      ['Джин', 'л', 2.1, 700, 1470],
    ]),
  );

  await send(chat, 'прайс.xlsx');
  const { text = '' } = await eventually(chat, (call) => call.text?.includes('прочитаны за литр') ?? false);
  t.regex(
    text.replaceAll('\u00a0', ' '),
    /бутылка 0,7 л стоит 1 029 ₽.+По ним остаток стоит 3 087 ₽, а если.+— 4 410 ₽/,
  );
  await chat.press('Цены за бутылку');
  await eventually(chat, (call) => call.text?.includes('прочитаны за бутылку') ?? false);
  await chat.press('Загрузить');

  t.like((await chat.admin.get('/api/items')).body.items[0], { name: 'Джин', cost: 2100 });
});
