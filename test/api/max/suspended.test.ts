import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import { createApiRoots } from '../../../api/src/telegram/api-roots.ts';
import { createSuspendedChats } from '../../../api/src/telegram/suspended-chats.service.ts';
import { type AnyUpdate, startBridge } from '../../support/max/bridge.ts';
import { startMaxServer } from '../../support/max/max-server.ts';
import { until } from '../../support/run/until.ts';
import { openToken } from '../../support/sandbox/sandbox.ts';

test('people of a suspended venue are told so in MAX, and again when it works', async (t) => {
  const max = await startMaxServer({ plainWebhooks: true });
  t.teardown(max.close);
  const bot = max.bot();
  const taken: AnyUpdate[] = [];
  const bridge = await startBridge({
    max,
    deliver: (tenantId, updates) => suspended.deliverFromMax(tenantId, updates),
  });
  t.teardown(bridge.stopAll);
  const suspended = createSuspendedChats({
    db: bridge.db,
    apiRoots: createApiRoots(() => ['http://127.0.0.1:9']),
    openToken,
    deliver: async () => {},
    max: {
      deliver: async (_tenantId, updates) => void taken.push(...(updates as AnyUpdate[])),
      write: bridge.botApi.write,
    },
    log: createLog('test', 'silent'),
  });
  const venue = await bridge.venue(bot);
  const anna = max.person({ first_name: 'Анна' });
  max.start(bot, anna);
  await until(() => taken.length === 1, 'the start has come');
  const setStatus = (fields: object) => bridge.db('tenants').where({ id: venue }).update(fields);
  const said = (): string[] => max.sent(bot, anna).map(({ text }) => text ?? '');

  await setStatus({ status: 'suspended', suspended_by: 'billing', last_suspended_at: new Date(Date.now() - 60_000) });
  max.write(bot, anna, 'Джемесон +0,7');
  max.write(bot, anna, 'Джемесон +0,3');
  await until(async () => max.waiting(bot).length === 0 && (await bridge.isSettled()), 'both are handled');
  t.is(said().length, 1);
  t.regex(said()[0] ?? '', /приостановлено из-за подписки/);

  await setStatus({ status: 'active', suspended_by: null, last_resumed_at: new Date() });
  await suspended.notifyResumed();
  t.regex(said()[1] ?? '', /снова работает\. Пока оно стояло, вы написали 2\u00a0сообщения/);
  t.is(taken.length, 1, 'what was missed is not brought later');
});

test('a bot whose token was replaced is subscribed anew, and brings events under the new one', async (t) => {
  const max = await startMaxServer({ plainWebhooks: true });
  t.teardown(max.close);
  const first = max.bot();
  const bridge = await startBridge({ max });
  t.teardown(bridge.stopAll);
  await bridge.venue(first);
  const [before] = max.subscriptions(first);

  const second = max.reissue(first);
  await bridge.replaceToken(second);
  const [after, ...others] = max.subscriptions(second);
  t.deepEqual(others, []);
  t.not(after?.url, before?.url);
  t.not(after?.secret, before?.secret);
  const anna = max.person({ first_name: 'Анна' });
  max.start(second, anna);
  await until(() => bridge.taken.length === 1, 'the start has come');
  t.like(bridge.taken[0]?.update.message, { text: '/start' });
});
