import test from 'ava';
import { startCommand } from '../../support/telegram/telegram-link.ts';
import { barman, boss, type Person, startVenueChat, type VenueChat } from '../../support/telegram/venue-chat.ts';

const BY_OWNER = 'Владелец заведения на платформе';
const thief: Person = { id: 521, first_name: 'Чужой' };

const setAdmin = ({ platform }: VenueChat, username: string, password = 'three kegs of cider') =>
  platform.post('/internal/admin').send({ username, password });

async function isKnown(chat: VenueChat, person: Person): Promise<boolean> {
  return !/нет в списке сотрудников/.test((await chat.say('/last', person)).at(-1) ?? '');
}

interface Said {
  event: string;
  user: { name: string } | null;
  actor: { name: string } | null;
  details: string | null;
}
/** The events, newest first. */
async function eventsOf(chat: VenueChat, who = chat.admin): Promise<Said[]> {
  return (await who.get('/api/security?kind=people')).body.events;
}

test('a password that an administrator resets takes the chat away too, and what could bring it back', async (t) => {
  const chat = await startVenueChat(t);
  const deputy = await chat.asNewUser('deputy', 'admin', 'Вера');
  await chat.link(deputy, thief);
  await chat.say('/start', barman);
  const waiting = startCommand((await chat.admin.post(`/api/users/${deputy.id}/telegram`)).body.link.url);
  t.deepEqual([await isKnown(chat, thief), await isKnown(chat, barman)], [true, true]);

  for (const { id } of [deputy, chat.user]) {
    t.is((await chat.admin.post(`/api/users/${id}/reset-password`)).status, 200);
  }

  t.deepEqual([await isKnown(chat, thief), await isKnown(chat, barman)], [false, false], 'nor by a name');
  t.regex((await chat.say(waiting, thief))[0] ?? '', /^Ссылка не подошла/);
  t.true(await isKnown(chat, boss));
  const [last, before] = (await eventsOf(chat)).filter(({ event }) => event === 'user.unlinked');
  t.like(last, { user: { name: 'Иван' }, actor: { name: 'Анна' } });
  t.like(before, { user: { name: 'Вера' }, actor: { name: 'Анна' } });
});

test('who sets their own password anew stays in the chat', async (t) => {
  const chat = await startVenueChat(t);

  t.is((await chat.admin.post(`/api/users/${chat.admin.id}/reset-password`)).status, 200);

  t.true(await isKnown(chat, boss));
});

test('a password that the owner resets takes the administrator’s chat away too', async (t) => {
  const chat = await startVenueChat(t);
  const deputy = await chat.asNewUser('deputy', 'admin');

  for (const password of ['three kegs of cider', 'three kegs of cider', 'four kegs of cider']) {
    t.is((await setAdmin(chat, 'boss', password)).status, 200);
    t.false(await isKnown(chat, boss));
  }

  t.deepEqual(
    (await eventsOf(chat, deputy)).flatMap(({ event, user, actor, details }) =>
      event === 'user.unlinked' ? [[user?.name, actor, details]] : [],
    ),
    [['Анна', null, BY_OWNER]],
  );
});

test('who signs out everywhere is out of the chat too, and comes back by a link', async (t) => {
  const chat = await startVenueChat(t);
  await chat.say('/start', barman);

  t.is((await chat.user.delete('/api/auth/sessions')).status, 200);

  t.false(await isKnown(chat, barman));
  t.like((await eventsOf(chat))[0], { event: 'user.unlinked', user: { name: 'Иван' }, actor: null, details: null });
  const { link } = (await chat.admin.post(`/api/users/${chat.user.id}/telegram`)).body;
  t.regex((await chat.say(startCommand(link.url), barman))[0] ?? '', /^Здравствуйте, Иван/);
});

test('a removed administrator who is let in again does not get the role back by the owner’s reset', async (t) => {
  const chat = await startVenueChat(t, { adminInChat: false });
  const deputy = await chat.asNewUser('deputy', 'admin');
  const former: Person = { id: 522, first_name: 'Борис', username: 'boss' };
  await chat.link(chat.admin, former);
  await deputy.delete(`/api/users/${chat.admin.id}`);
  await chat.say('/start', former);
  await deputy.post(`/api/newcomers/${former.id}/admit`);
  t.true((await chat.say('/users', former))[0]?.includes('только администратор'));

  t.is((await setAdmin(chat, 'boss')).status, 200);

  t.false(await isKnown(chat, former), 'the account is the owner’s now');
  const events = await eventsOf(chat, deputy);
  t.like(
    events.find(({ event }) => event === 'role.changed'),
    { user: { name: 'Борис' }, actor: null, details: 'сотрудник → администратор' },
  );
  await deputy.post(`/api/newcomers/${former.id}/admit`);
  t.true((await chat.say('/users', former))[0]?.includes('только администратор'), 'they come in as somebody else');
});
