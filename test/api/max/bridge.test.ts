import test from 'ava';
import { startBridge } from '../../support/max/bridge.ts';
import { startMaxServer } from '../../support/max/max-server.ts';
import { until } from '../../support/run/until.ts';

for (const webhooks of [true, false]) {
  test(`what people write reaches the venue, and what it answers reaches them, by ${webhooks ? 'webhooks' : 'polling'}`, async (t) => {
    const max = await startMaxServer({ plainWebhooks: true });
    t.teardown(max.close);
    const bot = max.bot();
    const bridge = await startBridge({ max, webhooks });
    t.teardown(bridge.stopAll);
    const venue = await bridge.venue(bot);
    const anna = max.person({ first_name: 'Анна' });
    max.start(bot, anna);
    const mid = max.write(bot, anna, 'Джемесон +0,7');
    await until(() => bridge.taken.length === 2, 'the start and the message have come');
    const [start, written] = bridge.taken;
    t.like(start, {
      tenantId: venue,
      update: { message: { text: '/start', chat: { id: anna.user_id, type: 'private' } } },
    });
    t.like(written?.update.message, {
      text: 'Джемесон +0,7',
      from: { id: anna.user_id, is_bot: false, first_name: 'Анна' },
    });

    const keyboard = { inline_keyboard: [[{ text: 'Отменить', callback_data: 'undo:1' }]] };
    const sent = await bridge.call(venue, 'sendMessage', {
      chat_id: anna.user_id,
      text: 'Джемесон 0 → 0,7 л',
      reply_markup: keyboard,
    });
    t.is(sent.status, 200);
    const [shown] = max.sent(bot, anna);
    t.like(shown, { text: 'Джемесон 0 → 0,7 л' });

    max.press(bot, anna, String(shown?.mid), 'undo:1');
    max.edit(bot, anna, mid, 'Джемесон +0,8');
    await until(() => bridge.taken.length === 4, 'the press and the edit have come');
    const press = bridge.taken.find(({ update }) => update.callback_query)?.update.callback_query;
    t.like(press, {
      data: 'undo:1',
      message: { message_id: sent.body.result.message_id, text: 'Джемесон 0 → 0,7 л', reply_markup: keyboard },
    });
    const edit = bridge.taken.find(({ update }) => update.edited_message)?.update.edited_message;
    t.like(edit, { text: 'Джемесон +0,8', message_id: written?.update.message.message_id });

    const edited = await bridge.call(venue, 'editMessageText', {
      chat_id: anna.user_id,
      message_id: sent.body.result.message_id,
      text: 'Отменено',
    });
    t.is(edited.status, 200);
    t.like(max.sent(bot, anna)[0], { text: 'Отменено', keyboard: [] });
    t.is(max.tooMany, 0);
    t.deepEqual(max.leakedTokens, []);

    // what PostgreSQL does not store keeps nobody's messages waiting
    max.write(bot, anna, 'Лимон\0 +1\ud83c');
    max.write(bot, anna, 'Мята +1');
    await until(() => bridge.taken.length === 6, 'both have come');
    t.deepEqual(
      bridge.taken.slice(4).map(({ update }) => update.message?.text),
      ['Лимон +1\ufffd', 'Мята +1'],
    );
  });
}
