import { randomUUID } from 'node:crypto';
import test, { type ExecutionContext } from 'ava';
import { until } from '../../support/run/until.ts';
import { barman, boss, type Person, startVenueChat, type VenueChat } from '../../support/telegram/venue-chat.ts';
import { startBeside } from '../../support/venue/tenant.ts';

const third: Person = { id: 504, first_name: 'Вера', username: 'vera' };
/** A Saturday noon in Moscow. */
const START = '2026-11-28T09:00:00Z';

async function startBar(t: ExecutionContext) {
  let now = new Date(START);
  const chat = await startVenueChat(t, { notices: true, clock: () => now });
  const vera = await chat.asNewUser('vera', 'user', 'Вера');
  await chat.link(chat.user, barman);
  await chat.link(vera, third);
  await chat.stock('Джемесон', 'Лимон|кг');
  chat.api.calls.length = 0;
  chat.services.schedule.begin();
  await chat.services.schedule.settled();
  return Object.assign(chat, {
    vera,
    async moveTo(moment: string): Promise<void> {
      // the clock stands still while something runs
      await chat.services.schedule.settled();
      now = new Date(moment);
      chat.services.schedule.changed();
      await chat.services.schedule.settled();
    },
  });
}
type Bar = Awaited<ReturnType<typeof startBar>>;

const nightly = { title: 'Ночной', weekdays: [1, 5], time: '23:30' };
async function schedule(bar: VenueChat, fields: object = {}) {
  const { status, body } = await bar.admin.post('/api/scheduled-counts').send({ ...nightly, ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.scheduledCount;
}
const last = async (bar: Bar) => (await bar.admin.get('/api/scheduled-counts')).body.scheduledCounts[0].last;

const textsTo = (chat: VenueChat, person: Person): string[] =>
  chat.api.calls.flatMap(({ method, chat_id, text = '' }) =>
    method === 'sendMessage' && chat_id === person.id ? text : [],
  );
const received = (chat: VenueChat, person: Person, pattern: RegExp): Promise<void> =>
  until(
    () => textsTo(chat, person).some((text) => pattern.test(text)),
    `${person.first_name} reads ${pattern}`,
    20_000,
  );

test('whoever counts is reminded at the time, once, and «Начать» opens one count for all who press it', async (t) => {
  const bar = await startBar(t);
  const made = await schedule(bar, {
    areas: [{ name: 'Бар', userId: bar.user.id }],
    userIds: [bar.user.id, bar.vera.id],
    blind: true,
  });
  t.like(made, { nextAt: '2026-11-30T20:30:00.000Z', last: null, time: '23:30', weekdays: [1, 5] });

  await bar.moveTo('2026-11-30T20:29:00Z');
  t.is(await last(bar), null);
  await bar.moveTo('2026-11-30T20:30:00Z');
  await received(bar, barman, /Пора/);
  await received(bar, third, /Пора/);
  await bar.moveTo('2026-11-30T20:31:00Z');
  t.deepEqual(textsTo(bar, barman), [
    'Пора считать: «Ночной», все позиции.\nНе начнёте до 02:30 — напишем администратору.',
  ]);
  t.deepEqual(textsTo(bar, boss), [], 'she was not named');

  await Promise.all([bar.press('Начать', barman), bar.press('Начать', third)]);
  const { counts } = (await bar.admin.get('/api/counts')).body;
  t.is(counts.length, 1);
  t.like(counts[0], { title: 'Ночной', blind: true, status: 'open' });
  t.like(await last(bar), { state: 'started', countId: counts[0].id });
  await bar.moveTo('2026-12-01T12:00:00Z');
  t.false(textsTo(bar, boss).some((text) => /никто не начал/.test(text)));
});

test('what nobody begins in time is said to administrators, who can begin it then; a day later it is too late', async (t) => {
  const bar = await startBar(t);
  await schedule(bar, { missedAfterMin: 60, scope: 'categories', categories: ['Виски'] });
  await bar.moveTo('2026-11-30T20:30:00Z');
  await received(bar, barman, /«Ночной», Виски\./);
  await bar.moveTo('2026-11-30T21:30:00Z');
  await received(bar, boss, /никто не начал/);

  t.is(textsTo(bar, boss).at(-1), 'Подсчёт «Ночной» (пн, 30.11, 23:30) никто не начал. Начать можно и сейчас.');
  t.false(textsTo(bar, barman).some((text) => /никто/.test(text)));
  const { id, state } = await last(bar);
  t.is(state, 'missed');
  await bar.moveTo('2026-12-01T20:31:00Z');
  const { status, body } = await bar.user.post(`/api/scheduled-counts/due/${id}/start`).send({});
  t.is(status, 409);
  t.is(body.error, 'Этот подсчёт был назначен давно. Откройте новый в разделе «Подсчёты»');
});

test('a count that somebody has opened by hand is the one that was due; one of other items or a cancelled one is not', async (t) => {
  const bar = await startBar(t);
  await schedule(bar, { missedAfterMin: 60 });
  const open = async (fields: object) =>
    (await bar.admin.post('/api/counts').send({ key: randomUUID(), ...fields })).body.count;
  await bar.moveTo('2026-11-30T19:00:00Z');
  const cancelled = await open({});
  await bar.admin.post(`/api/counts/${cancelled.id}/cancel`).send({ reason: 'проба' });
  await bar.moveTo('2026-11-30T21:30:00Z');
  t.is((await last(bar)).state, 'missed');

  await bar.moveTo('2026-12-04T19:00:00Z');
  const count = await open({});
  await bar.moveTo('2026-12-04T21:30:00Z');
  t.like(await last(bar), { state: 'started', countId: count.id });
});

test('days that passed while the venue did not run are not made up for, and two processes remind once', async (t) => {
  const bar = await startBar(t);
  await schedule(bar);
  const beside = await startBeside(t, bar);
  await bar.moveTo('2026-12-09T09:00:00Z');
  beside.services.schedule.begin();
  await beside.services.schedule.settled();
  const rows = await bar.db('due_counts').orderBy('due_at');
  t.deepEqual(
    rows.map(({ due_at }) => due_at.toISOString()),
    ['2026-12-07T20:30:00.000Z'],
    'Monday only',
  );
  await received(bar, boss, /никто не начал/);
  t.deepEqual(textsTo(bar, barman), [], 'it is too late to be reminded');

  await Promise.all([bar.moveTo('2026-12-11T20:30:00Z'), beside.services.scheduledCounts.task.run()]);
  await received(bar, barman, /Пора/);
  t.is(textsTo(bar, barman).length, 1);
});

test('new times hold from now on, a paused schedule is silent, and a removed one is gone', async (t) => {
  const bar = await startBar(t);
  const { id } = await schedule(bar, { weekdays: [6], time: '11:00' });
  t.is((await bar.admin.get('/api/scheduled-counts')).body.scheduledCounts[0].nextAt, '2026-12-05T08:00:00.000Z');
  const put = (fields: object) => bar.admin.put(`/api/scheduled-counts/${id}`).send({ ...nightly, ...fields });
  await put({ weekdays: [1], active: false });
  await bar.moveTo('2026-11-30T21:00:00Z');
  t.is(await last(bar), null);
  const resumed = await put({ weekdays: [1] });
  t.is(resumed.body.scheduledCount.nextAt, '2026-12-07T20:30:00.000Z', 'the pause is not made up for');

  t.is((await bar.admin.delete(`/api/scheduled-counts/${id}`)).status, 200);
  await bar.moveTo('2026-12-07T20:30:00Z');
  t.deepEqual((await bar.admin.get('/api/scheduled-counts')).body.scheduledCounts, []);
  t.is((await put({})).status, 404);
  t.is(await bar.db('due_counts').first(), undefined);
});

test('the button of a schedule that has been removed begins nothing', async (t) => {
  const bar = await startBar(t);
  const { id } = await schedule(bar);
  await bar.moveTo('2026-11-30T20:30:00Z');
  await received(bar, barman, /Пора/);
  await bar.admin.delete(`/api/scheduled-counts/${id}`);
  t.true((await bar.press('Начать', barman)).some(({ text }) => text?.includes('в расписании нет')));
  t.deepEqual((await bar.admin.get('/api/counts')).body.counts, []);
});

test('people who have left are skipped: their areas are everyone’s, and nobody can be named who is not there', async (t) => {
  const bar = await startBar(t);
  await schedule(bar, { areas: [{ name: 'Бар', userId: bar.user.id }] });
  await bar.admin.delete(`/api/users/${bar.user.id}`);
  await bar.moveTo('2026-11-30T20:30:00Z');
  await received(bar, third, /Пора/);
  await bar.press('Начать', third);
  const { body } = await bar.admin.get('/api/counts');
  t.is((await bar.admin.get(`/api/counts/${body.counts[0].id}`)).body.count.areas[0].user, null);

  const refused = await bar.admin.post('/api/scheduled-counts').send({ ...nightly, userIds: [bar.user.id] });
  t.is(refused.status, 400);
  t.is(refused.body.error, 'Такого человека в заведении нет');
});

test('what is no schedule is refused in words, and only administrators set one', async (t) => {
  const bar = await startBar(t);
  const refusal = async (fields: object) => {
    const { status, body } = await bar.admin.post('/api/scheduled-counts').send({ ...nightly, ...fields });
    return [status, body.error];
  };
  t.deepEqual(await refusal({ weekdays: [] }), [400, 'Выберите хотя бы один день']);
  t.deepEqual(await refusal({ weekdays: [1, 1] }), [400, 'День назван дважды']);
  t.deepEqual(await refusal({ time: '25:00' }), [400, 'Время — как 23:30']);
  t.deepEqual(await refusal({ title: '' }), [400, 'Назовите подсчёт']);
  t.deepEqual(await refusal({ missedAfterMin: 5 }), [400, 'Срок — от 15 минут']);
  t.deepEqual(await refusal({ scope: 'categories' }), [400, 'Выберите, что считать']);
  t.is((await bar.user.post('/api/scheduled-counts').send(nightly)).status, 403);
});
