import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import type { Transformer } from 'grammy';
import { createRateLimit, createWaiting } from '../../../tenant-runtime/src/bot/limits.ts';
import { barman, boss, startVenueChat } from '../../support/telegram/venue-chat.ts';

const ok = { ok: true, result: true } as never;
const call = (transformer: Transformer, prev: () => Promise<never>, chat_id = 1) =>
  transformer(prev, 'sendMessage', { chat_id, text: '' } as never, undefined);

test('no more than 30 messages leave in any second', async (t) => {
  const pace = createRateLimit();
  const sent: number[] = [];
  await Promise.all(
    Array.from({ length: 45 }, () =>
      call(pace, async () => {
        sent.push(performance.now());
        return ok;
      }),
    ),
  );
  for (const [index, at] of sent.entries()) {
    const after = sent[index + 30];
    if (after !== undefined) t.true(after - at >= 990, `${after - at} ms`);
  }
});

test('asked to wait long, a chat is not called again until then, others are', async (t) => {
  let now = 0;
  const waiting = createWaiting(() => now);
  let calls = 0;
  const limited = async () => {
    calls += 1;
    return { ok: false, error_code: 429, description: '', parameters: { retry_after: 30 } } as never;
  };
  t.like(await call(waiting, limited), { ok: false });
  now += 10_000;
  t.like(await call(waiting, limited), { ok: false, parameters: { retry_after: 20 } });
  t.is(calls, 1);
  t.is(await call(waiting, async () => ok, 2), ok);
  now += 20_001;
  t.is(await call(waiting, async () => ok), ok);
});

test('a workbook that was made waits out more than a message would', async (t) => {
  const chat = await startVenueChat(t);
  for (let time = 0; time < 4; time += 1) {
    chat.api.faults.push({ method: 'sendDocument', status: 429, description: 'Too Many Requests', retryAfter: 1 });
  }
  await chat.say('/export');
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(30)) {
    if (chat.api.uploads.length === 5) break;
  }
  t.is(chat.api.uploads.length, 5);
  t.true((chat.api.uploads.at(-1)?.length ?? 0) > 1000);
});

test('a long answer cut off in the middle goes on where it stopped', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  const update = {
    update_id: 9_300_001,
    ...chat.sayUpdate(boss, Array.from({ length: 300 }, () => 'Джемесон +0,001').join('\n')),
  };
  chat.api.faults.push({ method: 'sendMessage', status: 500, description: 'away', skip: 1 });

  await t.throwsAsync(() => chat.deliver(update), { message: /недоступен/ });
  const again = await chat.deliver(update);

  const texts = chat.api.calls.filter(({ result }) => result).flatMap(({ text }) => text ?? []);
  t.is(new Set(texts).size, texts.length);
  t.true(texts[0]?.startsWith('Джемесон: 0 → 0,001'));
  t.true(again.at(-1)?.text?.includes('0,3 л'));
  t.deepEqual(await chat.quantities(), { Джемесон: 0.3 });
});

test('429 is waited out on every method', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  await chat.say('Джемесон +1');
  for (const method of ['editMessageText', 'answerCallbackQuery']) {
    chat.api.faults.push({ method, status: 429, description: 'Too Many Requests', retryAfter: 1 });
  }
  const calls = await chat.press('Отменить');
  // on a busy machine the press is answered before the edit is over
  t.deepEqual(calls.map(({ method }) => method).toSorted(), [
    'answerCallbackQuery',
    'answerCallbackQuery',
    'editMessageText',
    'editMessageText',
  ]);
});

test('a press whose work takes long is answered in time, and once', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  await chat.say('Джемесон +1');
  chat.api.faults.push({ method: 'editMessageText', status: 429, description: 'Too Many', retryAfter: 3 });
  chat.api.faults.push({ method: 'editMessageText', status: 429, description: 'Too Many', retryAfter: 4 });
  const calls = await chat.press('Отменить');
  const answers = calls.flatMap(({ method }, index) => (method === 'answerCallbackQuery' ? index : []));
  t.is(answers.length, 1);
  t.true((answers[0] ?? 9) < calls.length - 1, 'before the last edit');
});

test('stopped bot, deleted chat and revoked token are states, not crashes', async (t) => {
  const states: string[] = [];
  const chat = await startVenueChat(t, { platform: { botState: async (state) => states.push(state) > 0 } });
  await chat.say('/start', barman);
  chat.api.faults.push({ method: 'sendMessage', status: 400, description: 'Bad Request: chat not found' });
  await chat.say('/help', barman);
  const { bot } = (await chat.admin.get('/api/bot')).body;
  t.is(bot.state, 'unknown');
  t.like(bot.blocked[0], { name: 'Иван', userId: chat.user.id });

  await chat.say('/help', barman);
  t.deepEqual((await chat.admin.get('/api/bot')).body.bot.blocked, []);

  chat.api.faults.push({ method: 'sendMessage', status: 401, description: 'Unauthorized' });
  await chat.say('/help');
  chat.api.faults.push({ method: 'sendMessage', status: 401, description: 'Unauthorized' });
  await chat.say('/help');
  await chat.say('/help');
  t.deepEqual(states, ['revoked', 'well']);
});
