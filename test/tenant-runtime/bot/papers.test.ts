import test, { type ExecutionContext } from 'ava';
import { until } from '../../support/run/until.ts';
import { barman, boss, type Person, startVenueChat } from '../../support/telegram/venue-chat.ts';
import { updXml } from '../deliveries/documents.ts';
import { decided } from '../deliveries/venue.ts';
import { ordered } from '../orders/venue.ts';
import { olap, olapRow } from '../sales/files.ts';

const plain = (text = ''): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

async function startBar(t: ExecutionContext) {
  const chat = await startVenueChat(t, { clock: () => new Date('2026-11-25T12:00:00Z') });
  /** Sends a file and returns what the bot says of it after it has read it. */
  async function sendFile(name: string, bytes: Buffer | string, person: Person = boss): Promise<string> {
    chat.api.files.set('paper', Buffer.from(bytes));
    const from = chat.api.calls.length;
    await chat.send({ document: { file_id: 'paper', file_unique_id: 'p', file_name: name, file_size: 1000 } }, person);
    let said: string | undefined;
    await until(() => {
      const sent = chat.api.calls.slice(from).filter(({ method }) => method === 'sendMessage');
      said = sent.findLast(({ text = '' }) => !text.startsWith('Читаю'))?.text;
      return said !== undefined;
    }, 'the bot answers');
    return plain(said);
  }
  return Object.assign(chat, { sendFile });
}
type Bar = Awaited<ReturnType<typeof startBar>>;

const pressed = async (bar: Bar, label: string): Promise<string> =>
  plain((await bar.press(label)).find(({ method }) => method === 'editMessageText')?.text);

test('a delivery sent to the chat waits for what its lines are, is posted by its button and taken back by another', async (t) => {
  const bar = await startBar(t);
  const gin = await bar.createItem({ name: 'Кампари', unit: 'шт', quantity: 0 });
  const said = await bar.sendFile('накладная.xml', updXml({ number: '15', date: '24.11.2026' }));
  t.regex(said, /^Поставка № 15 от 24\.11\.2026 \(.+\): 1 строка на 7 200 ₽\. Остатки пока не изменены\./);
  t.regex(said, /Не решено, что это, 1 строка:\n• Джин «Северный» 0,7\nРешите в панели/);
  t.deepEqual(bar.buttons(), ['Не нужна']);
  t.deepEqual(await bar.quantities(), { Кампари: 0 });

  const [{ id }] = (await bar.admin.get('/api/deliveries')).body.deliveries;
  await decided(bar.admin, id, { place: 1, item_id: gin.id, factor: 1 });
  await bar.admin.post(`/api/deliveries/${id}/post`).send({});
  const again = await bar.sendFile('накладная.xml', updXml({ number: '16', date: '25.11.2026' }));
  t.notRegex(again, /Не решено/, 'what was decided once is known');
  t.deepEqual(bar.buttons(), ['Провести', 'Не нужна']);

  t.regex(await pressed(bar, 'Провести'), /Проведена: товар добавлен к остаткам\.$/);
  t.deepEqual(await bar.quantities(), { Кампари: 12 });
  t.regex(await pressed(bar, 'Отменить поставку'), /^Поставка отменена/);
  t.deepEqual(await bar.quantities(), { Кампари: 6 });
});

test('a delivery sent to the chat is compared with the open order of its supplier', async (t) => {
  const bar = await startBar(t);
  const gin = await bar.createItem({ name: 'Кампари', unit: 'шт', quantity: 0 });
  const rom = await bar.createItem({ name: 'Ром', unit: 'шт', quantity: 0 });
  await bar.sendFile('накладная.xml', updXml({ number: '15', date: '24.11.2026' }));
  const [{ id }] = (await bar.admin.get('/api/deliveries')).body.deliveries;
  await decided(bar.admin, id, { place: 1, item_id: gin.id, factor: 1 });
  const { supplier } = (await bar.admin.post(`/api/deliveries/${id}/post`).send({})).body.delivery;
  await ordered(bar.admin, supplier.id, [
    { item_id: gin.id, quantity: 12 },
    { item_id: rom.id, quantity: 2 },
  ]);

  const said = await bar.sendFile('накладная.xml', updXml({ number: '16', date: '25.11.2026' }));

  t.regex(said, /\n\nНе довезли 2 из 2: Кампари — 6 из 12 шт, Ром — 0 из 2 шт\.$/);
});

test('a delivery of which less has come than its paper says is posted with words about that', async (t) => {
  const bar = await startBar(t);
  const gin = await bar.createItem({ name: 'Кампари', unit: 'шт', quantity: 0 });
  await bar.sendFile('накладная.xml', updXml({ number: '15', date: '24.11.2026' }));
  const [{ id }] = (await bar.admin.get('/api/deliveries')).body.deliveries;
  await decided(bar.admin, id, { place: 1, item_id: gin.id, factor: 1 });
  await bar.admin.post(`/api/deliveries/${id}/post`).send({});
  await bar.sendFile('накладная.xml', updXml({ number: '16', date: '25.11.2026' }));
  const [draft] = (await bar.admin.get('/api/deliveries?status=draft')).body.deliveries;
  await decided(bar.admin, draft.id, { place: 1, came: 4 });

  const said = await pressed(bar, 'Провести');

  t.is(
    said.replace(/\(.+\)/, '(…)'),
    'Поставка № 16 от 25.11.2026 (…): 1 строка на 7 200 ₽, недовоз на 2 400 ₽. Проведена: товар добавлен к остаткам.\nНедовоз: Кампари — 4 из 6 шт.',
  );
  t.deepEqual(await bar.quantities(), { Кампари: 10 });
});

test('one that comes twice, or on the day of a count, asks before it is posted', async (t) => {
  const bar = await startBar(t);
  const gin = await bar.createItem({ name: 'Кампари', unit: 'шт', quantity: 0 });
  await bar.sendFile('накладная.xml', updXml({ number: '15', date: '25.11.2026' }));
  const [{ id }] = (await bar.admin.get('/api/deliveries')).body.deliveries;
  await decided(bar.admin, id, { place: 1, item_id: gin.id, factor: 1 });
  await bar.admin.post(`/api/deliveries/${id}/post`).send({});
  await bar.say('Кампари = 10');

  await bar.sendFile('накладная.xml', updXml({ number: '15', date: '25.11.2026' }));
  t.is(await pressed(bar, 'Провести'), 'Поставка с этим номером и датой уже проведена. Провести ещё одну?');
  t.regex(await pressed(bar, 'Провести ещё раз'), /Товар пришёл до этого или после\?$/);
  t.regex(await pressed(bar, 'После'), /Проведена/);
  t.deepEqual(await bar.quantities(), { Кампари: 16 });
});

test('a till’s report is written by its button, once, and removed by another', async (t) => {
  const bar = await startBar(t);
  const report = olap([olapRow(), olapRow({ 'OpenDate.Typed': '2026-11-21' })]);
  t.is(
    await bar.sendFile('olap.json', report),
    [
      'Продажи «iiko», 20.11.2026 – 21.11.2026: 4 продано на 1 200 ₽. Пока не записаны.',
      '',
      'Не сопоставлено: 1 блюдо на 1 200 ₽. Решите в панели, раздел «Продажи».',
    ].join('\n'),
  );
  const sold = async () => (await bar.admin.get('/api/sales/summary?from=2026-11-01&to=2026-11-30')).body.days.length;
  t.is(await sold(), 0);
  t.is(await pressed(bar, 'Записать'), 'Продажи «iiko», 20.11.2026 – 21.11.2026, записаны.');
  t.is(await sold(), 2);
  t.regex(await bar.sendFile('olap.json', report), /Заменят 2 дня на 1 200 ₽, записанные раньше\./);
  await pressed(bar, 'Не нужны');
  t.is(await sold(), 2);
});

test('a report whose till is not known is not written from the chat, and one unlike the former says so', async (t) => {
  const bar = await startBar(t);
  const unnamed = olapRow({ 'Store.Name': null });
  await bar.sendFile('olap.json', olap([unnamed]));
  await pressed(bar, 'Записать');

  t.regex(
    await bar.sendFile('olap.json', olap([{ ...unnamed, DishAmountInt: 1 }])),
    /Заменят 1 день .*\nОни не похожи на эти\. Если это другая касса, выберите её в панели/,
  );
  await bar.admin.post('/api/sales/sources').send({ name: 'Касса на террасе', kind: 'iiko' });
  t.regex(await bar.sendFile('olap.json', olap([unnamed])), /Чьи это продажи, выберите в панели/);
  t.deepEqual(bar.buttons(), ['Не нужны']);
});

test('what is neither is refused in the words of whoever understood most of it, and staff may send nothing', async (t) => {
  const bar = await startBar(t);
  t.regex(
    await bar.sendFile(
      'счёт.xml',
      '<КоммерческаяИнформация><Документ><ХозОперация>Счет на оплату</ХозОперация></Документ></КоммерческаяИнформация>',
    ),
    /^Это счёт на оплату, а не накладная/,
  );
  t.regex(await bar.sendFile('что-то.xml', '<a><b>1</b></a>'), /^Не понять, что это за файл/);
  t.regex(await bar.sendFile('olap.json', '{"data": ['), /повреждён|Не понять/);
  t.regex(await bar.sendFile('накладная.xml', updXml(), barman), /только администратор/);
  t.deepEqual((await bar.admin.get('/api/deliveries')).body.deliveries, []);
});
