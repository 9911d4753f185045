import test from 'ava';
import { countingServer, insertCustomers, killablePlatform } from '../../support/campaigns/campaigns.ts';
import { until } from '../../support/run/until.ts';

const PEOPLE = 600;

test('a platform killed again and again amid a campaign sends each address one letter, but for one whose end it was just writing, which is told', async (t) => {
  const server = await countingServer();
  const platform = await killablePlatform(server.url);
  t.teardown(async () => {
    await platform.close();
    await server.close();
  });
  await platform.start();
  const token = await platform.administrator();
  await insertCustomers(platform.db, PEOPLE);

  const letter = { subject: 'Новости', html: '<body><p>Здравствуйте, {{name}}</p></body>', testMode: false };
  const begun = await platform.call('admin/marketing/send-campaign', token, letter, { Prefer: 'respond-async' });
  t.is(begun.status, 202);
  t.is(begun.body.total, PEOPLE);
  const kills = [0.2, 0.45, 0.7];
  for (const share of kills) {
    await until(() => server.letters.size > PEOPLE * share, `${share} of the letters`);
    await platform.kill();
    await platform.start();
  }
  const { id } = begun.body.campaign;
  const row = () => platform.db('campaigns').where({ id }).first();
  await until(async () => (await row()).status === 'done', 'the campaign done');

  const ours = [...server.letters].filter(([address]) => address.endsWith('@many.example'));
  t.deepEqual(
    ours.filter(([, letters]) => letters !== 1),
    [],
  );
  // if the process dies between recording a letter's end and sending it, nothing shows whether it was sent; sending
  // twice would be worse than not at all
  const without = PEOPLE - ours.length;
  t.true(without <= kills.length, `${without} without a letter`);
  const reported: string[] = await platform.db('mails').whereLike('error', 'Отправка прервалась%').pluck('recipient');
  const missing = reported.filter((address) => !server.letters.has(address));
  t.is(missing.length, without, 'each of them is told');
  t.like(await row(), { total: PEOPLE, sent: PEOPLE, failed: 0, bounced: 0, skipped: 0 });
});
