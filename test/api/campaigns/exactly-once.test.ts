import test from 'ava';
import { countingServer, insertCustomers, killablePlatform } from '../../support/campaigns.ts';
import { until } from '../../support/until.ts';

const PEOPLE = 600;

test('a platform killed again and again amid a campaign sends each address exactly one letter', async (t) => {
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
  for (const share of [0.2, 0.45, 0.7]) {
    await until(() => server.letters.size > PEOPLE * share, `${share} of the letters`);
    await platform.kill();
    await platform.start();
  }
  const { id } = begun.body.campaign;
  const row = () => platform.db('campaigns').where({ id }).first();
  await until(async () => (await row()).status === 'done', 'the campaign done');

  const ours = [...server.letters].filter(([address]) => address.endsWith('@many.example'));
  t.is(ours.length, PEOPLE);
  t.deepEqual(
    ours.filter(([, letters]) => letters !== 1),
    [],
  );
  t.like(await row(), { total: PEOPLE, sent: PEOPLE, failed: 0, bounced: 0, skipped: 0 });
});
