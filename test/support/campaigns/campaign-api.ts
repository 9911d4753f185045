import { createSmtp } from '@ostatok/api/src/mail/transports.ts';
import test from 'ava';
import { smtpServer, type TakenLetter } from '../mail/smtp.ts';
import { bearer, createTestApi, DAY, type TestApi } from '../platform/api.ts';
import { until } from '../run/until.ts';

export let api: TestApi;
export let admin: { id: number; email: string; token: string };
export let taken: TakenLetter[];
/** While set, the server delays its responses. */
export const delivery: { gate?: Promise<void> } = {};

const closers: (() => unknown)[] = [];

/** Starts the file's API before its tests and stops it after them. */
export function setUpCampaigns(): void {
  test.before(async () => {
    const letters: TakenLetter[] = [];
    const server = await smtpServer(
      { teardown: (close) => void closers.push(close) },
      {
        onRcptTo({ address }, _session, done) {
          const refuse = (code: number, words: string): void =>
            done(Object.assign(new Error(words), { responseCode: code }));
          if (address.startsWith('nobody')) refuse(550, '5.1.1 No such user');
          else if (address.startsWith('full')) refuse(552, '5.2.2 Mailbox full');
          else done();
        },
        onData(stream, session, done) {
          const chunks: Buffer[] = [];
          stream.on('data', (chunk) => chunks.push(chunk));
          stream.on('end', async () => {
            await delivery.gate;
            letters.push({ to: session.envelope.rcptTo.map((one) => one.address), raw: Buffer.concat(chunks) });
            done();
          });
        },
      },
    );
    taken = letters;
    api = await createTestApi({ mailTransport: createSmtp(server.url) });
    admin = await api.signUp('admin');
    api.mail.start();
    api.administration.feeder.start();
  });
  test.after.always(async () => {
    await api.administration.feeder.stop();
    await api.close();
    for (const close of closers) await close();
  });
}

export const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  api.call
    .post(`/api/admin/${path}`)
    .set(...bearer(admin))
    .set(headers)
    .send(body);
export const get = (path: string) => api.call.get(`/api/admin/${path}`).set(...bearer(admin));
export const html = '<body><p>Здравствуйте, {{name}}</p></body>';
export const sentTo = (email: string) => taken.filter(({ to }) => to.includes(email));

export async function customer(email: string, change: object = {}, plan?: string, status = 'active', days = 30) {
  const row = { email, email_verified: true, name: 'Гость <i>', role: 'customer', consent_at: new Date(), ...change };
  const [{ id }] = await api.db('users').insert(row).returning('id');
  if (plan) {
    const plan_id = (await api.db('plans').where({ name: plan }).first('id')).id;
    const current_period_end = new Date(Date.now() + days * DAY);
    await api
      .db('subscriptions')
      .insert({ user_id: id, plan_id, status, billing_period: 'monthly', current_period_end });
  }
  return id as number;
}
/** Blocks all other customers, so that only these get letters. */
export const alone = () => api.db('users').where({ role: 'customer' }).update({ status: 'blocked' });
export const over = (id: string) =>
  until(async () => ['done', 'canceled'].includes((await get(`campaigns/${id}`)).body.campaign.status), 'over');
