import test, { type ExecutionContext } from 'ava';
import { type Bridge, startBridge } from '../../support/max/bridge.ts';
import type { MaxBot, MaxPerson } from '../../support/max/dialogs.ts';
import { startMaxServer } from '../../support/max/max-server.ts';
import type { MaxServer } from '../../support/max/server-types.ts';
import { until } from '../../support/run/until.ts';

const HOUR_MS = 3600_000;

/** A shared bot with two venues, and Anna who has come by an invitation of the first. */
async function startShared(t: ExecutionContext) {
  const max = await startMaxServer({ plainWebhooks: true });
  t.teardown(max.close);
  const bot = max.bot();
  let now = Date.now();
  /** With what a venue refuses its updates. */
  const refusals = new Map<string, () => number | undefined>();
  const bridge = await startBridge({
    max,
    sharedToken: bot.token,
    now: () => new Date(now),
    refuse: (id) => refusals.get(id)?.(),
  });
  t.teardown(bridge.stopAll);
  await bridge.look();
  const venues = [await bridge.venue(undefined, { name: 'Весна' }), await bridge.venue(undefined, { name: 'Осень' })];
  const [spring = '', autumn = ''] = venues;
  const anna = max.person({ first_name: 'Анна' });
  max.start(bot, anna, `${spring}-code1`);
  await taken(bridge, 1);
  const said = (): (string | null | undefined)[] => max.sent(bot, anna).map(({ text }) => text);
  const pass = (ms: number): void => {
    now += ms;
  };
  return { max, bot, bridge, spring, autumn, anna, said, pass, refusals };
}

const taken = (bridge: Bridge, count: number): Promise<unknown> =>
  until(() => bridge.taken.length >= count, `${count} updates have come`);

const textsOf = (bridge: Bridge, tenantId: string): unknown[] =>
  bridge.taken.filter((one) => one.tenantId === tenantId).map(({ update }) => update.message?.text);

/** Presses the button of this label in the newest message that has it. */
function press(max: MaxServer, bot: MaxBot, person: MaxPerson, label: string): void {
  const found = max.sent(bot, person).findLast(({ keyboard }) => keyboard.flat().some(({ text }) => text === label));
  const button = found?.keyboard.flat().find(({ text }) => text === label);
  if (!found || !button || !('payload' in button)) throw new Error(`no button «${label}»`);
  max.press(bot, person, found.mid, String(button.payload));
}

test('an invitation binds a person to its venue, by a link or as a text', async (t) => {
  const { max, bot, bridge, spring, autumn, anna } = await startShared(t);
  t.deepEqual(textsOf(bridge, spring), ['/start code1']);

  max.write(bot, anna, `https://max.ru/${bot.username}?start=${autumn}-code2`);
  await taken(bridge, 2);
  max.write(bot, anna, `/start ${spring}`);
  await taken(bridge, 3);
  max.write(bot, anna, `${autumn}-code3`);
  await taken(bridge, 4);

  t.deepEqual(textsOf(bridge, autumn), ['/start code2', '/start code3']);
  t.deepEqual(textsOf(bridge, spring), ['/start code1', '/start']);
});

test('an invitation that its venue has not taken at once is the same when it is given again', async (t) => {
  const { max, bot, bridge, autumn, anna, refusals } = await startShared(t);
  let failures = 2;
  refusals.set(autumn, () => (failures-- > 0 ? 503 : undefined));

  max.start(bot, max.person({ first_name: 'Иван' }), `${autumn}-code2`);
  await taken(bridge, 2);
  failures = 1;
  max.write(bot, anna, `https://max.ru/${bot.username}?start=${autumn}-code3`);
  await taken(bridge, 3);

  t.deepEqual(textsOf(bridge, autumn), ['/start code2', '/start code3']);
});

test('whoever comes without an invitation, or with a bad one, is told where to get it', async (t) => {
  const { max, bot, bridge } = await startShared(t);
  const ivan = max.person({ first_name: 'Иван' });
  max.start(bot, ivan);
  max.write(bot, ivan, 'Джемесон +0,7');
  max.write(bot, ivan, '/start t9999999999-code');
  await until(() => max.sent(bot, ivan).length === 3, 'the answers have come');

  const [first, second, bad] = max.sent(bot, ivan).map(({ text }) => text ?? '');
  t.regex(first ?? '', /Откройте ссылку-приглашение/);
  t.is(second, first);
  t.regex(bad ?? '', /Эта ссылка не подходит/);
  t.is(bridge.taken.length, 1);
});

test('a venue writes through the shared bot to its own people alone', async (t) => {
  const { max, bot, bridge, spring, autumn, anna, said } = await startShared(t);

  const other = await bridge.call(autumn, 'sendMessage', { chat_id: anna.user_id, text: 'Чужое' });
  t.is(other.status, 403);
  const own = await bridge.call(spring, 'sendMessage', { chat_id: anna.user_id, text: 'Своё' });
  t.is(own.status, 200);
  const { message_id } = own.body.result;
  const edit = { chat_id: anna.user_id, message_id, text: 'Не ваше' };
  t.is((await bridge.call(autumn, 'editMessageText', edit)).status, 400);

  t.deepEqual(said(), ['Своё']);
  t.is(max.sent(bot, anna)[0]?.editedAt.length, 0);
});

test('an answer to a message that names its venue reaches it with the text that the venue has written', async (t) => {
  const { max, bot, bridge, spring, autumn, anna, said } = await startShared(t);
  max.write(bot, anna, `/start ${autumn}`);
  await taken(bridge, 2);
  const question = '«Абсолют» — сколько литров в бутылке?';
  await bridge.call(spring, 'sendMessage', { chat_id: anna.user_id, text: question });
  t.is(said().at(-1), `Весна:\n${question}`);

  max.write(bot, anna, '0,7', { replyTo: String(max.sent(bot, anna).at(-1)?.mid) });
  await taken(bridge, 3);

  t.like(bridge.taken.at(-1), { tenantId: spring, update: { message: { reply_to_message: { text: question } } } });
});

test('what waits for a venue that is deleted is nobody’s, and keeps the person’s other venues not waiting', async (t) => {
  const { max, bot, bridge, spring, autumn, anna, pass, refusals } = await startShared(t);
  const asked: string[] = [];
  pass(1000);
  max.write(bot, anna, `/start ${autumn}`);
  await taken(bridge, 2);
  refusals.set(autumn, () => asked.push('503') && 503);
  max.write(bot, anna, 'Водка +1');
  await until(() => asked.length > 0, 'the venue is down');
  await bridge.db('tenants').where({ id: autumn }).update({ status: 'deleted' });
  max.write(bot, anna, 'Джин +1');
  await until(() => textsOf(bridge, spring).includes('Джин +1'), 'the next one is for the venue that is left');
  await until(bridge.isSettled, 'nothing waits any more');

  // a venue that is being deleted answers so
  refusals.set(spring, () => asked.push('404') && 404);
  max.write(bot, anna, 'Ром +1');
  await until(async () => asked.includes('404') && (await bridge.isSettled()), 'what nobody takes is left out');
  t.is(asked.filter((status) => status === '404').length, 3);
});

test('a venue that is down keeps its own messages waiting, in their order, and no other venue’s', async (t) => {
  const { max, bot, bridge, spring, autumn, anna, said, pass, refusals } = await startShared(t);
  pass(1000);
  max.write(bot, anna, `/start ${autumn}`);
  await taken(bridge, 2);
  let isDown = true;
  refusals.set(autumn, () => (isDown ? 503 : undefined));
  const [first = ''] = ['Водка +1', 'Водка = 5', 'Водка −2'].map((text) => max.write(bot, anna, text));
  pass(1000);
  max.write(bot, anna, '/venue');
  await until(() => said().includes('В каком заведении считаем?'), 'the question has come');
  press(max, bot, anna, 'Весна');
  await until(() => said().some((text) => text?.startsWith('Считаем в заведении «Весна»')), 'the choice is confirmed');
  max.write(bot, anna, 'Лимон +1');
  max.edit(bot, anna, first, 'Водка +0,1');
  max.write(bot, anna, 'Лимон −1');
  await until(() => textsOf(bridge, spring).includes('Лимон −1'), 'the other venue has its own');
  t.deepEqual(textsOf(bridge, autumn), ['/start']);

  isDown = false;
  await until(bridge.isSettled, 'everything is taken');
  t.deepEqual(textsOf(bridge, autumn), ['/start', 'Водка +1', 'Водка = 5', 'Водка −2', undefined]);
  t.like(bridge.taken.findLast(({ tenantId }) => tenantId === autumn)?.update.edited_message, { text: 'Водка +0,1' });
  t.deepEqual(textsOf(bridge, spring), ['/start code1', 'Лимон +1', 'Лимон −1']);
});

test('somebody of two venues is asked once which is meant, and what was written waits for the answer', async (t) => {
  const { max, bot, bridge, spring, autumn, anna, said, pass } = await startShared(t);
  max.write(bot, anna, `/start ${autumn}`);
  await taken(bridge, 2);
  pass(9 * HOUR_MS);

  max.write(bot, anna, 'Джемесон +0,7');
  max.write(bot, anna, 'Лимон +2');
  await until(() => said().includes('В каком заведении считаем?'), 'the question has come');
  max.write(bot, anna, 'Мята −1');
  press(max, bot, anna, 'Весна');
  await taken(bridge, 5);

  t.deepEqual(textsOf(bridge, spring), ['/start code1', 'Джемесон +0,7', 'Лимон +2', 'Мята −1']);
  await until(() => said().some((text) => text?.startsWith('Считаем в заведении «Весна»')), 'the choice is confirmed');
  t.is(said().filter((text) => text === 'В каком заведении считаем?').length, 0);

  // within the shift the choice holds
  pass(HOUR_MS);
  max.write(bot, anna, 'Джемесон −0,1');
  await taken(bridge, 6);
  t.is(textsOf(bridge, spring).at(-1), 'Джемесон −0,1');

  max.write(bot, anna, '/venue');
  await until(() => said().includes('В каком заведении считаем?'), 'the question has come again');
  pass(1000);
  press(max, bot, anna, 'Осень');
  await until(() => said().some((text) => text?.startsWith('Считаем в заведении «Осень»')), 'it is changed');
  max.write(bot, anna, 'Водка +1');
  await taken(bridge, 7);
  t.is(textsOf(bridge, autumn).at(-1), 'Водка +1');
});

test('messages name the venue for somebody of two, and their buttons and answers go where they came from', async (t) => {
  const { max, bot, bridge, spring, autumn, anna, said } = await startShared(t);
  max.write(bot, anna, `/start ${autumn}`);
  await taken(bridge, 2);
  const keyboard = { inline_keyboard: [[{ text: 'Отменить', callback_data: 'undo:7' }]] };
  const sent = await bridge.call(spring, 'sendMessage', {
    chat_id: anna.user_id,
    text: 'Записано',
    reply_markup: keyboard,
  });
  t.deepEqual(said(), ['Весна:\nЗаписано']);

  press(max, bot, anna, 'Отменить');
  await taken(bridge, 3);
  const { tenantId, update } = bridge.taken.at(-1) ?? {};
  t.is(tenantId, spring);
  t.like(update?.callback_query, {
    data: 'undo:7',
    message: { text: 'Записано', message_id: sent.body.result.message_id },
  });
  const mid = max.sent(bot, anna)[0]?.mid ?? '';
  max.write(bot, anna, '0,7', { replyTo: mid });
  await taken(bridge, 4);
  t.like(bridge.taken.at(-1), {
    tenantId: spring,
    update: { message: { text: '0,7', reply_to_message: { message_id: sent.body.result.message_id } } },
  });

  const edit = { chat_id: anna.user_id, message_id: sent.body.result.message_id, text: 'Отменено' };
  t.is((await bridge.call(spring, 'editMessageText', edit)).status, 200);
  t.deepEqual(said(), ['Весна:\nОтменено']);
});

test('a shared bot that is taken from the configuration serves nobody, and everybody when it is back', async (t) => {
  const { bot, bridge, spring, anna, said } = await startShared(t);
  const without = await bridge.launch({ sharedToken: undefined });
  await without.look();
  const error = await t.throwsAsync(without.botApi.write(spring, anna.user_id, 'Записано'));
  t.like(error, { code: 401 });
  t.deepEqual(said(), []);
  t.is((await bridge.db('max_bots').first('state')).state, 'revoked');
  t.is(without.health().polled, 0);

  const again = await bridge.launch({ sharedToken: bot.token });
  await again.look();
  await again.botApi.write(spring, anna.user_id, 'Записано');
  t.deepEqual(said(), ['Записано']);
  t.is((await bridge.db('max_bots').first('state')).state, 'ok');
});

test('another shared bot has the venues of the one before, each its own people', async (t) => {
  const { max, bot, bridge, spring, autumn, anna } = await startShared(t);
  const second = max.bot();
  const later = await bridge.launch({ sharedToken: second.token });
  await later.look();
  max.start(second, anna, autumn);
  max.write(second, anna, 'Мята +1');
  await until(() => textsOf(bridge, autumn).includes('Мята +1'), 'it is brought to the venue of the invitation');

  t.deepEqual(textsOf(bridge, spring), ['/start code1']);
  max.write(bot, anna, 'Лимон +1');
  await until(
    async () => max.waiting(bot).length === 0 && (await bridge.isSettled()),
    'what the former bot got is handled',
  );
  t.false(
    bridge.taken.some(({ update }) => update.message?.text === 'Лимон +1'),
    'and is nobody’s',
  );
});
