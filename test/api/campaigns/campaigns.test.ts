import { listToWrite, settleRecipients } from '@ostatok/api/src/campaigns/feeding.queries.ts';
import { createSmtp } from '@ostatok/api/src/mail/transports.ts';
import test from 'ava';
import PostalMime from 'postal-mime';
import { bearer, createTestApi, DAY, type TestApi } from '../../support/api.ts';
import { smtpServer, type TakenLetter } from '../../support/smtp.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let admin: { id: number; email: string; token: string };
let taken: TakenLetter[];
/** While set, the server delays its responses. */
let gate: Promise<void> | undefined;

const closers: (() => unknown)[] = [];
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
          await gate;
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
  api.administration.email.feeder.start();
});
test.after.always(async () => {
  await api.administration.email.feeder.stop();
  await api.close();
  for (const close of closers) await close();
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  api.call
    .post(`/api/admin/${path}`)
    .set(...bearer(admin))
    .set(headers)
    .send(body);
const get = (path: string) => api.call.get(`/api/admin/${path}`).set(...bearer(admin));
const html = '<body><p>Здравствуйте, {{name}}</p></body>';
const sentTo = (email: string) => taken.filter(({ to }) => to.includes(email));

async function customer(email: string, change: object = {}, plan?: string, status = 'active', days = 30) {
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
const alone = () => api.db('users').where({ role: 'customer' }).update({ status: 'blocked' });
const over = (id: string) =>
  until(async () => ['done', 'canceled'].includes((await get(`campaigns/${id}`)).body.campaign.status), 'over');

test.serial('each audience holds whom the contract says, and nobody who may not be written to', async (t) => {
  await alone();
  await customer('free@a.example');
  await customer('free2@a.example', {}, 'free');
  await customer('paid@a.example', {}, 'starter');
  await customer('canceled@a.example', {}, 'starter', 'canceled');
  await customer('late@a.example', {}, 'professional', 'past_due', -1);
  await customer('expired@a.example', {}, 'professional', 'expired', -5);
  await customer('unverified@a.example', { email_verified: false });
  await customer('withdrawn@a.example', { consent_withdrawn_at: new Date() });
  await customer('deleted@a.example', { deleted_at: new Date() });
  await customer('administrator@a.example', { role: 'admin' });
  const off = await customer('off@a.example');
  await api.db('mail_preferences').insert({ user_id: off, unsubscribed_at: new Date() });
  const count = async (body: object) => (await post('marketing/audience', body)).body.count;
  const starter = (await api.db('plans').where({ name: 'starter' }).first('id')).id;

  t.is(await count({}), 6);
  t.is(await count({ targetUsers: 'active_subscribers' }), 1);
  t.is(await count({ targetUsers: 'paid_users' }), 3);
  t.is(await count({ targetUsers: 'free_users' }), 3);
  t.is(await count({ filters: { planId: starter } }), 2);
  t.is(await count({ filters: { registeredFrom: '2100-01-01' } }), 0);
  const today = new Date(Date.now() + 3 * 3600_000).toISOString().slice(0, 10);
  t.is(await count({ filters: { registeredFrom: today, registeredTo: today } }), 6);
  await customer('midnight@a.example', { created_at: new Date('2020-01-02T00:00:00+03:00') });
  t.is(await count({ filters: { registeredFrom: '2020-01-01', registeredTo: '2020-01-01' } }), 0);
  t.is(await count({ filters: { registeredFrom: '2020-01-02', registeredTo: '2020-01-02' } }), 1);
});

test.serial('a campaign is a trial unless one says otherwise: one letter, to who asks for it', async (t) => {
  await alone();
  await customer('never@b.example');
  const heard: string[] = [];
  const leave = await api.live.listen(
    async ({ resource, id }) => {
      if (resource === 'campaigns' && id) heard.push((await get(`campaigns/${id}`)).body.campaign.status);
    },
    () => undefined,
  );

  const { status, body } = await post('marketing/send-campaign', { subject: 'Проба {{name}}', html });

  t.is(status, 200);
  t.like(body, { success: true, sent: 1, failed: 0, total: 1, results: [{ email: admin.email, status: 'sent' }] });
  t.like(body.campaign, { test_mode: true, status: 'done', created_by: admin.email });
  t.is(sentTo('never@b.example').length, 0);
  await until(async () => heard.includes('done'), 'open pages are told of the end');
  leave();
});

test.serial(
  'each gets one letter with their name and a way out, which works by link, by page and by one click',
  async (t) => {
    await alone();
    for (const n of [1, 2, 3, 4, 5, 6]) await customer(`p${n}@c.example`);

    const { body } = await post('marketing/send-campaign', { subject: 'Новости, {{name}}', html, testMode: false });

    t.like(body, { sent: 6, failed: 0, total: 6 });
    t.is(body.results.length, 5);
    const kept = (await get(`campaigns/${body.campaign.id}/recipients`)).body.recipients;
    t.deepEqual(
      kept.map(({ email, status }: Record<string, string>) => `${email} ${status}`).sort(),
      [1, 2, 3, 4, 5, 6].map((n) => `p${n}@c.example sent`),
    );
    t.is(sentTo('p3@c.example').length, 1);
    const letter = await PostalMime.parse(sentTo('p3@c.example')[0]?.raw ?? '');
    const header = (key: string) => letter.headers.find((one) => one.key === key)?.value ?? '';
    t.is(letter.subject, 'Новости, Гость <i>');
    t.true(letter.html?.includes('Здравствуйте, Гость &lt;i&gt;'));
    t.is(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    const link = /^<http:\/\/localhost:3000(\S+)>$/.exec(header('list-unsubscribe'))?.[1] ?? '';
    t.true(letter.html?.includes(link) && letter.text?.includes(link));

    const page = await api.call.get(link);
    const wished = async () =>
      (
        await api
          .db('mail_preferences as m')
          .join('users as u', 'u.id', 'm.user_id')
          .where('u.email', 'p3@c.example')
          .first('m.unsubscribed_at')
      )?.unsubscribed_at ?? null;
    t.is(await wished(), null, 'looking changes nothing');
    const clicked = await api.call.post(link).type('form').send('List-Unsubscribe=One-Click');
    await api.call.post(link).type('form').send('List-Unsubscribe=One-Click');
    t.truthy(await wished());
    const again = await post('marketing/audience', {});
    const back = await api.call.post(link).type('form').send('action=undo');
    const forged = await api.call
      .post(link.replace(/token=\d+/, 'token=1'))
      .type('form')
      .send('');

    t.like([page.status, clicked.status, back.status, forged.status], [200, 200, 200, 404]);
    t.true(page.text.includes('<button type="submit">Отписаться</button>'));
    t.true(clicked.text.includes('Вы отписались от рассылок'));
    t.true(back.text.includes('Вы снова подписаны'));
    t.is(again.body.count, 5);
    t.is(await wished(), null);
    const { id } = await api.db('users').where({ email: 'p3@c.example' }).first('id');
    t.deepEqual(await api.db('activity').where({ actor_id: id }).orderBy('id').pluck('action'), [
      'user.unsubscribed',
      'user.subscribed',
    ]);
    // after a restore an id may belong to another user
    await api
      .db('users')
      .where({ id })
      .update({ created_at: new Date(0) });
    t.is((await api.call.post(link).type('form').send('')).status, 404);
  },
);

test.serial(
  'addresses that refuse letters are counted as bounced; one that does not exist is left out later',
  async (t) => {
    await alone();
    for (const name of ['ok', 'nobody', 'full']) await customer(`${name}@d.example`);

    const { body } = await post('marketing/send-campaign', { subject: 'Отказы', html, testMode: false });
    const { body: bounced } = await get(`campaigns/${body.campaign.id}/recipients?status=bounced`);
    const later = await post('marketing/audience', {});

    t.like(body, { sent: 1, failed: 2, total: 3 });
    t.like(body.campaign, { status: 'done', bounced: 2, failed: 0 });
    t.deepEqual(bounced.recipients.map(({ email }: { email: string }) => email).sort(), [
      'full@d.example',
      'nobody@d.example',
    ]);
    t.true(bounced.recipients.every(({ error }: { error: string }) => error.includes('55')));
    t.is(later.body.count, 2);
  },
);

test.serial('two letters to one dead address that end together hold nothing up', async (t) => {
  await alone();
  const userId = await customer('nobody@twice.example');
  const ids: number[] = [];
  for (const subject of ['Первая', 'Вторая']) {
    const { body } = await post('marketing/send-campaign', { subject, html, testMode: false });
    const [row] = await api
      .db('campaign_recipients')
      .where({ campaign_id: body.campaign.id })
      .update({ status: 'queued' })
      .returning('id');
    ids.push(row.id);
    await api.db('mail_preferences').where({ user_id: userId }).delete();
  }

  const outcomes = ids.map((id) => ({ id, status: 'bounced' as const, error: '550 5.1.1', hard: true }));
  await api.db.transaction((trx) => settleRecipients(trx, outcomes, new Date()));

  t.like(await api.db('mail_preferences').where({ user_id: userId }).first(), { bounce_error: '550 5.1.1' });
});

test.serial(
  'pausing stops at once, whoever unsubscribes meanwhile gets nothing, and the platform’s letters never wait',
  async (t) => {
    await alone();
    for (let n = 0; n < 300; n += 1) await customer(`p${n}@e.example`);
    const last = (await api.db('users').where({ email: 'p299@e.example' }).first('id')).id;
    const opened = Promise.withResolvers<void>();
    gate = opened.promise;

    const { body } = await post(
      'marketing/send-campaign',
      { subject: 'Пауза', html, testMode: false },
      { Prefer: 'respond-async' },
    );
    const { id } = body.campaign;
    const queued = () => api.db('mails').where({ status: 'sending', priority: 1 });
    await until(async () => (await queued()).length > 0, 'letters in hand');
    const backlog = () => api.db('mails').where({ status: 'queued', priority: 1 }).pluck('recipient_id');
    await until(async () => (await backlog()).length > 0, 'letters nobody has taken yet');
    await api.db.transaction((trx) =>
      api.mail.enqueue(trx, {
        to: 'soon@e.example',
        template: 'welcome',
        data: { name: 'a', link: 'https://x.example/' },
      }),
    );
    await until(
      async () => (await api.db('mails').where({ recipient: 'soon@e.example', status: 'sending' })).length === 1,
      'taken at once',
    );
    const paused = await post(`campaigns/${id}/pause`, {});
    const left = await backlog();
    await api.db('users').where({ email: 'p298@e.example' }).update({ email: 'moved@e.example' });
    await api.db('mail_preferences').insert({ user_id: last, unsubscribed_at: new Date() });
    opened.resolve();
    gate = undefined;
    await until(async () => (await queued()).length === 0, 'what was in hand sent');
    const stood = taken.length;
    const waiting = await get(`campaigns/${id}/recipients?status=queued`);
    const resumed = await post(`campaigns/${id}/resume`, {});
    await over(id);
    const done = await get(`campaigns/${id}`);

    t.is(paused.body.campaign.status, 'paused');
    t.deepEqual(left, []);
    t.true(stood < 250);
    t.is(waiting.body.pagination.total, 0);
    t.is(resumed.body.campaign.status, 'running');
    t.like(done.body.campaign, { total: 300, sent: 298, skipped: 2, failed: 0 });
    const addresses = taken.flatMap(({ to }) => to).filter((to) => to.endsWith('@e.example'));
    t.is(new Set(addresses).size, 299);
    t.is(addresses.length, 299, 'what was in hand at the pause is not sent again');
    t.is(sentTo('p299@e.example').length, 0);
    const skipped = await get(`campaigns/${id}/recipients?status=skipped`);
    t.like(skipped.body.recipients, [
      { email: 'p298@e.example', error: 'Адрес сменился' },
      { email: 'p299@e.example', error: 'Получатель отписался' },
    ]);
    const [asked] = await api.db('campaign_recipients').where({ campaign_id: id, user_id: last });
    t.like(await listToWrite(api.db, [asked.id]), [{ reason: 'Получатель отписался' }], 'asked once more when written');
    t.is((await post(`campaigns/${id}/pause`, {})).body.code, 'campaign_over');
  },
);

test.serial(
  'a repeated request makes one campaign; a second of the same content waits for the first; cancel ends it',
  async (t) => {
    await alone();
    for (let n = 0; n < 40; n += 1) await customer(`p${n}@f.example`);
    const opened = Promise.withResolvers<void>();
    gate = opened.promise;
    const campaign = { subject: 'Раз', html, testMode: false };
    const made = await post('email-templates', { name: 'Раз', subject: 'Раз', html });
    const fromTemplate = { subject: 'Два', templateId: made.body.template.id, testMode: false };
    const later = { Prefer: 'respond-async' };

    const both = await Promise.all(
      [1, 2].map(() => post('marketing/send-campaign', campaign, { ...later, 'Idempotency-Key': 'k1' })),
    );
    const other = await post(
      'marketing/send-campaign',
      { ...campaign, subject: 'Другое' },
      { ...later, 'Idempotency-Key': 'k1' },
    );
    const twice = await post('marketing/send-campaign', campaign, later);
    const used = await post('marketing/send-campaign', fromTemplate, later);
    const kept = await api.call.delete(`/api/admin/email-templates/${made.body.template.id}`).set(...bearer(admin));
    const { id } = both[0]?.body.campaign ?? {};
    for (const one of [id, used.body.campaign.id]) await post(`campaigns/${one}/cancel`, {});
    opened.resolve();
    gate = undefined;
    await until(
      async () => (await api.db('mails').whereIn('status', ['queued', 'sending']).where({ priority: 1 })).length === 0,
      'nothing in hand',
    );

    t.is(both[1]?.body.campaign.id, id);
    t.like([other.status, other.body], [409, { code: 'key_reused' }]);
    t.like([twice.status, twice.body], [409, { code: 'already_running' }]);
    t.like([kept.status, kept.body], [409, { code: 'template_in_use' }]);
    const { body } = await get(`campaigns/${id}`);
    t.is(body.campaign.status, 'canceled');
    t.is((await post(`campaigns/${id}/resume`, {})).body.code, 'campaign_over');
    const colleague = await api.signUp('admin');
    const theirs = await api.call
      .post('/api/admin/marketing/send-campaign')
      .set(...bearer(colleague))
      .set('Idempotency-Key', 'k1')
      .send({ subject: 'Своё', html });
    t.like(theirs.body, { total: 1, results: [{ email: colleague.email }] });
    t.is(body.campaign.sent + body.campaign.skipped, 40);
    const acts = await api
      .db('activity')
      .where({ target: `campaign:${id}` })
      .orderBy('id')
      .pluck('action');
    t.deepEqual(acts, ['campaign.started', 'campaign.canceled']);
    const list = await get('campaigns?filter={"status":"canceled"}&range=[0,9]');
    t.is(list.headers['content-range'], 'campaigns 0-1/2');
  },
);

const refused: [object, string][] = [
  [{ html }, 'Введите заголовок письма'],
  [{ subject: 'a' }, 'Введите содержимое письма или выберите шаблон'],
  [{ subject: 'a\nBcc: x@y.example', html }, 'Заголовок — одна строка'],
  [{ subject: 'a', html, targetUsers: 'everybody' }, 'Выберите получателей'],
  [{ subject: 'a', html, targetUsers: ['all'] }, 'Выберите получателей'],
  [{ subject: 'a', html, filters: 'all' }, 'Условия отбора — объект'],
  [{ subject: 'a', html, filters: { planId: 'x' } }, 'Тариф задан неверно'],
  [{ subject: 'a', html, filters: { registeredTo: 'вчера' } }, 'Дата регистрации задана неверно'],
  [{ subject: 'a', html: '{{surname}}' }, 'Таких переменных нет: {{surname}}'],
  [{ subject: 'a', html, testMode: 'да' }, 'Пробный режим — true или false'],
];
for (const [body, words] of refused) {
  test.serial(`a campaign is refused: ${words} (${JSON.stringify({ ...body, html: undefined })})`, async (t) => {
    const reply = await post('marketing/send-campaign', body);

    t.is(reply.status, 400);
    t.is(reply.body.error, words);
  });
}

test.serial('figures are by kind and by day; a campaign to nobody is refused', async (t) => {
  await alone();

  const { body } = await get('email/stats?days=7');
  const nobody = await post('marketing/send-campaign', { subject: 'a', html, testMode: false });

  t.is(body.daily.length, 8);
  const marketing = body.totals.filter((one: { template_type: string }) => one.template_type === 'marketing');
  t.true(marketing.some(({ status, count }: { status: string; count: number }) => status === 'sent' && count >= 300));
  t.is(
    body.daily.at(-1).sent,
    body.totals.reduce(
      (sum: number, { status, count }: { status: string; count: number }) => sum + (status === 'sent' ? count : 0),
      0,
    ),
  );
  t.like([nobody.status, nobody.body], [409, { code: 'no_recipients' }]);
  t.is((await get('campaigns/not-a-uuid')).status, 404);
});
