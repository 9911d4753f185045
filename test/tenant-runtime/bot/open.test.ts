import test from 'ava';
import type { ApiCall } from '../../support/telegram/bot-api.ts';
import { inEachChannel } from '../../support/telegram/each-channel.ts';
import { barman, startVenueChat, stranger } from '../../support/telegram/venue-chat.ts';

const linksOf = (calls: ApiCall[]): string[] =>
  (calls.at(-1)?.reply_markup?.inline_keyboard ?? []).flat().map((button) => (button as { url?: string }).url ?? '');

inEachChannel(
  '/open gives the writer, and nobody else, a way into the panel: once, for ten minutes',
  async (t, start) => {
    let now = new Date('2026-03-01T12:00:00Z');
    const chat = await start(t, { clock: () => now, publicUrl: 'http://proba.localhost:3000' });
    const links = linksOf(await chat.deliver(chat.sayUpdate(barman, '/open')));
    t.deepEqual(
      links.map((link) => link.replace(/code=.*/, 'code=')),
      ['http://proba.localhost:3000/enter#code=', 'http://proba.localhost:3000/scan/#code='],
    );
    const redeem = (link = '') =>
      chat.anonymous.post('/api/auth/redeem').send({ code: link.split('code=')[1], kind: 'scanner' });

    const { status, body } = await redeem(links[0]);
    t.is(status, 200);
    t.like(body.user, { id: chat.user.id, username: 'barman' });
    t.is((await redeem(links[1])).status, 400, 'both links are one');

    const later = linksOf(await chat.deliver(chat.sayUpdate(barman, '/open')));
    now = new Date(now.getTime() + 11 * 60_000);
    t.is((await redeem(later[0])).status, 400);
  },
);

test('a stranger gets no link', async (t) => {
  const chat = await startVenueChat(t, { publicUrl: 'http://proba.localhost:3000' });
  await chat.say('/open', stranger);
  t.is(Number((await chat.db('sign_in_codes').count())[0]?.count), 0);
});
