import test from 'ava';
import { attached, mayHaveDovecot, startDovecot } from '../../support/feeds/dovecot.ts';
import { soldAtIiko, startIiko } from '../../support/feeds/iiko-server.ts';
import { newOwner, newVenue, startTestPlatform } from '../../support/platform/platform.ts';
import { until } from '../../support/run/until.ts';

test('a venue’s own process asks its till through the platform, where that lets it', async (t) => {
  const iiko = await startIiko(t);
  for (const [allowed, state] of [
    ['1', 'healthy'],
    ['0', 'failed'],
  ] as const) {
    const platform = await startTestPlatform({ FEEDS_PRIVATE_ADDRESSES: allowed });
    t.teardown(() => platform.stop());
    const venue = await newVenue(platform, await newOwner(platform));
    const { url: address, login, password } = iiko;
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(Date.now() - 24 * 3600_000);
    iiko.rows.push(soldAtIiko(day));
    await venue.call('POST', '/api/feeds', { kind: 'iiko', address, login, password, hour: 0 });

    // the venue has begun by itself, or begins now
    await venue.call('POST', '/api/feeds/1/check');
    const feedOf = async () => (await venue.call('GET', '/api/feeds')).body.feeds[0];
    await until(async () => (await feedOf()).busy === false, 'the feed was fetched');

    const feed = await feedOf();
    t.is(feed.state, state, feed.error ?? undefined);
    if (state === 'healthy') t.is(feed.last_day, day);
    else t.regex(feed.error, /внутренней сети не годятся/);
  }
});

const withMail = mayHaveDovecot ? test : test.skip;

withMail(
  'a built venue reads its mailbox through the platform: a Russian folder, a name in windows-1251',
  async (t) => {
    const dovecot = await startDovecot();
    t.teardown(dovecot.stop);
    const server = dovecot.mailbox();
    const platform = await startTestPlatform({ FEEDS_PRIVATE_ADDRESSES: '1' });
    t.teardown(() => platform.stop());
    const venue = await newVenue(platform, await newOwner(platform));
    await server.makeFolder('Отчёты');
    const name = '=?windows-1251?B?7vL3uPIucGRm?=';
    await server.bring({ messageId: 'pdf', parts: [attached(name, '%PDF')], at: new Date() }, 'Отчёты');
    const { address, login, password } = server;
    await venue.call('POST', '/api/feeds', { kind: 'mail', address, login, password, folder: 'Отчёты' });
    const feedOf = async () => (await venue.call('GET', '/api/feeds')).body.feeds[0];
    await until(async () => (await feedOf()).seen_fingerprint !== null, 'the certificate waits to be trusted');

    await venue.call('PUT', '/api/feeds/1', { fingerprint: (await feedOf()).seen_fingerprint });
    await venue.call('POST', '/api/feeds/1/check');
    await until(async () => (await feedOf()).busy === false, 'the letters were read');

    t.regex((await feedOf()).error, /«отчёт\.pdf»: это не таблица/);
  },
);
