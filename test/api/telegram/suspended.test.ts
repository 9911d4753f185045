import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import { resume, suspend } from '../../../api/src/supervisor/subscription-enforcement.queries.ts';
import { createApiRoots } from '../../../api/src/telegram/api-roots.ts';
import { createSuspendedChats } from '../../../api/src/telegram/suspended-chats.service.ts';
import type { Update } from '../../../api/src/telegram/telegram-client.ts';
import { insertVenueRow, openToken, startSandbox } from '../../support/sandbox/sandbox.ts';

const DAY = 86_400_000;

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
test.before(async () => {
  sandbox = await startSandbox();
});
test.after.always(() => sandbox.stop());

let venues = 0;

/**
 * A suspended tenant and a user who writes to its bot; `come` delivers the pending updates. `chats.notifyResumed` takes the
 * chats of all tenants: tests that call it are serial.
 */
async function suspendedVenue() {
  venues += 1;
  const id = `t${String(venues).padStart(10, '0')}`;
  const bot = await sandbox.sandbox.createBot('Бар');
  const person = await sandbox.sandbox.chat.createPerson({ first_name: 'Анна' });
  await insertVenueRow(sandbox.db, bot, { id });
  await sandbox.sandbox.chat.write(bot.id, person.id, '/start');
  const clock = { at: new Date('2027-01-10T09:00:00Z') };
  const taken: Update[] = [];
  const chats = createSuspendedChats({
    db: sandbox.db,
    apiRoots: createApiRoots(() => [sandbox.apiRoot]),
    openToken,
    deliver: async (_id, updates) => void taken.push(...updates),
    log: createLog('test', 'silent'),
    now: () => clock.at,
  });
  let updateId = 0;
  const written = (text: string, at = clock.at) => {
    updateId += 1;
    const date = Math.floor(at.getTime() / 1000);
    return { update_id: updateId, message: { chat: { id: person.id }, date, text } };
  };
  await suspend(sandbox.db, [id], 'billing', clock.at);
  return {
    id,
    bot,
    person,
    clock,
    chats,
    taken,
    written,
    pass: (ms: number): void => {
      clock.at = new Date(clock.at.getTime() + ms);
    },
    come: (...updates: Update[]) => chats.deliver(id, updates),
    resume: () => resume(sandbox.db, [id], clock.at),
    received: async (): Promise<string[]> =>
      (await sandbox.sandbox.chat.messages(bot.id, person.id)).flatMap(({ text, from_bot }) =>
        from_bot ? [text ?? ''] : [],
      ),
  };
}

test('the bot of a suspended venue says so once a day, and nothing is brought to the venue', async (t) => {
  const venue = await suspendedVenue();
  const first = venue.written('Джин +1');
  await venue.come(first, venue.written('Джин +2'));
  await Promise.all([venue.come(first), venue.come(venue.written('Ром +1'))]);
  const [notice, ...more] = await venue.received();
  t.regex(notice ?? '', /^Заведение «Бар» приостановлено из-за подписки.*ничего не записываю/);
  t.deepEqual(more, []);

  venue.pass(DAY + 1000);
  await venue.come(venue.written('Виски +1'));
  t.is((await venue.received()).length, 2);
  t.deepEqual(venue.taken, []);
});

test.serial('when the venue works again the chat is told, once, how much was not written down', async (t) => {
  const venue = await suspendedVenue();
  const first = venue.written('Джин +1');
  await venue.come(first);
  await venue.come(first);
  await venue.come(venue.written('Джин +2'));
  venue.pass(3_600_000);
  await venue.resume();

  await Promise.all([venue.chats.notifyResumed(), venue.chats.notifyResumed()]);
  await venue.chats.notifyResumed();

  const [, back, ...more] = await venue.received();
  t.regex(
    (back ?? '').replaceAll(/\s/g, ' '),
    /снова работает\..* 2 сообщения, первое — 10 января 2027 г\., 12:00 \(мск\).*отправьте заново/,
  );
  t.deepEqual(more, []);
  await venue.come(venue.written('Ром +1'));
  t.is(venue.taken.length, 1);
});

test.serial('chats that cannot be told now are each tried once, wait, and are told when they can be', async (t) => {
  const venue = await suspendedVenue();
  const { bot, person } = venue;
  const CHATS = 60;
  const rows = Array.from({ length: CHATS }, (_, at) => ({
    tenant_id: venue.id,
    channel: 'max',
    chat_id: at + 1,
    bot_generation: 0,
    missed: 1,
    last_update_id: 1,
    first_at: venue.clock.at,
    last_at: venue.clock.at,
  }));
  await sandbox.db('suspended_chats').insert(rows);
  await sandbox.db('suspended_chats').insert({ ...rows[0], chat_id: 999, last_at: new Date('2020-01-01') });
  await venue.come(venue.written('Джин +1'));
  await venue.resume();
  const notified: number[] = [];
  let isDown = true;
  const chats = createSuspendedChats({
    db: sandbox.db,
    apiRoots: createApiRoots(() => [sandbox.apiRoot]),
    openToken: (row) => (isDown ? '1:refused' : openToken(row)),
    deliver: async () => undefined,
    max: {
      deliver: async () => undefined,
      async write(_id, chatId) {
        notified.push(chatId);
        if (isDown) throw Object.assign(new Error('Unauthorized'), { code: 401 });
        // what a process has not sent stays: one that is killed now has taken nothing away
        t.truthy(await sandbox.db('suspended_chats').where({ chat_id: chatId }).first());
      },
    },
    log: createLog('test', 'silent'),
    now: () => venue.clock.at,
  });
  const left = async (): Promise<number> => (await sandbox.db('suspended_chats').where({ tenant_id: venue.id })).length;

  await chats.notifyResumed();
  t.is(notified.length, CHATS);
  t.is(await left(), CHATS + 1, 'what is silent since years is forgotten, also while nobody can be told');

  isDown = false;
  notified.length = 0;
  await Promise.all([chats.notifyResumed(), chats.notifyResumed()]);
  t.deepEqual(
    notified.toSorted((one, other) => one - other),
    rows.map(({ chat_id }) => chat_id),
  );
  t.is(await left(), 0);
  const said = (await sandbox.sandbox.chat.messages(bot.id, person.id)).filter(({ from_bot }) => from_bot);
  t.regex(said.at(-1)?.text ?? '', /снова работает/);
});

test.serial(
  'what was written during the suspension and comes only afterwards is told of too, and not applied',
  async (t) => {
    const venue = await suspendedVenue();
    venue.pass(60_000);
    const late = venue.written('Джин +1');
    venue.pass(60_000);
    await venue.resume();
    const fresh = venue.written('Ром +1');
    const before = venue.written('Водка +1', new Date('2027-01-10T08:00:00Z'));

    await venue.come(late, fresh, before);
    await venue.chats.notifyResumed();

    t.deepEqual(venue.taken, [fresh, before]);
    t.regex((await venue.received()).join(), /вы написали 1\sсообщение/);
  },
);

test.serial(
  'who has blocked the bot is not told again and again, and an administrator’s word is told as theirs',
  async (t) => {
    const venue = await suspendedVenue();
    await sandbox.db('tenants').where({ id: venue.id }).update({ suspended_by: 'administrator' });
    await venue.come(venue.written('Джин +1'));
    t.regex((await venue.received())[0] ?? '', /приостановлено сервисом/);
    const stranger = { update_id: 99, message: { chat: { id: 999_999_999 }, date: 1, text: 'Ром +1' } };
    await venue.come(stranger);
    await venue.resume();
    await venue.chats.notifyResumed();
    t.deepEqual(await sandbox.db('suspended_chats').where({ tenant_id: venue.id }), []);
  },
);
