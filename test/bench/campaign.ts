/**
 * A campaign to 10,000 addresses on a real SMTP server, whose platform is killed twice at random moments, beside a bare
 * nodemailer pool that sends the same letter as often to the same server.
 */
import { randomInt } from 'node:crypto';
import nodemailer from 'nodemailer';
import { countingServer, insertCustomers, killablePlatform } from '../support/campaigns/campaigns.ts';
import { until } from '../support/run/until.ts';
import type { Row } from './row.ts';

const PEOPLE = Number(process.env.CAMPAIGN_PEOPLE ?? 10_000);
const KILLS = Number(process.env.CAMPAIGN_KILLS ?? 2);
const LONGEST_MS = 20 * 60_000;
const MIN_PER_SECOND = 100;
const HTML = `<body><p>Здравствуйте, {{name}}</p>${'<p>В барах снова считают остатки, и считают быстро.</p>'.repeat(40)}</body>`;

/** Letters per second of nodemailer alone: no database, no journal, nothing stored. */
async function bare(url: string): Promise<number> {
  const pool = nodemailer.createTransport({ url, pool: true, maxConnections: 6, maxMessages: 1000 });
  const started = performance.now();
  const letter = { from: 'news@bar.example', subject: 'Новости', html: HTML, text: 'Новости' };
  await Promise.all(Array.from({ length: PEOPLE }, (_, n) => pool.sendMail({ ...letter, to: `b${n}@bare.example` })));
  pool.close();
  return PEOPLE / ((performance.now() - started) / 1000);
}

export async function bench(): Promise<Row[]> {
  const server = await countingServer();
  const platform = await killablePlatform(server.url);
  try {
    await platform.start();
    const token = await platform.administrator();
    await insertCustomers(platform.db, PEOPLE);
    const floor = await bare(server.url);
    const before = server.total();
    const ours = () => server.total() - before;
    const letter = { subject: 'Новости', html: HTML, testMode: false };
    const started = performance.now();
    const { body } = await platform.call('admin/marketing/send-campaign', token, letter, { Prefer: 'respond-async' });
    const { id } = body.campaign;
    let downMs = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const share = PEOPLE / (KILLS + 1);
      const at = Math.round(share * (kill - 1) + randomInt(Math.ceil(share / 4), Math.ceil(share)));
      await until(() => ours() >= at, `${at} letters`, LONGEST_MS);
      const killed = performance.now();
      await platform.kill();
      await platform.start();
      downMs += performance.now() - killed;
    }
    const row = () => platform.db('campaigns').where({ id }).first();
    await until(async () => (await row()).status === 'done', 'the campaign done', LONGEST_MS);
    const seconds = (performance.now() - started) / 1000;
    const counts = [...server.letters].filter(([to]) => to.endsWith('@many.example')).map(([, letters]) => letters);
    const missing = PEOPLE - counts.length;
    const doubled = counts.filter((letters) => letters > 1).length;
    const rate = PEOPLE / (seconds - downMs / 1000);
    const what = `рассылка на ${PEOPLE} адресов, платформа убита ${KILLS} раза`;
    return [
      { name: `${what}: без письма`, value: missing, unit: 'адресов', limit: 0, ok: missing === 0 },
      { name: `${what}: с двумя письмами`, value: doubled, unit: 'адресов', limit: 0, ok: doubled === 0 },
      {
        name: `${what}: вся`,
        value: seconds,
        unit: 'с',
        limit: PEOPLE / MIN_PER_SECOND + downMs / 1000,
        ok: rate >= MIN_PER_SECOND,
      },
      {
        name: `${what}: пока работает`,
        value: rate,
        unit: 'писем/с',
        limit: MIN_PER_SECOND,
        floor,
        ratio: rate / floor,
        ok: rate >= MIN_PER_SECOND,
      },
    ];
  } finally {
    await platform.close();
    await server.close();
  }
}
