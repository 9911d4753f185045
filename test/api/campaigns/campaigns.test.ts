import test from 'ava';
import PostalMime from 'postal-mime';
import {
  admin,
  alone,
  api,
  customer,
  get,
  html,
  post,
  sentTo,
  setUpCampaigns,
} from '../../support/campaigns/campaign-api.ts';
import { until } from '../../support/run/until.ts';

setUpCampaigns();

test.serial('each audience holds whom the contract says, and nobody who may not be written to', async (t) => {
  const dayNow = (): string => new Date(Date.now() + 3 * 3600_000).toISOString().slice(0, 10);
  const begun = dayNow();
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
  t.is(await count({ filters: { registeredFrom: begun, registeredTo: dayNow() } }), 6);
  await customer('midnight@a.example', { created_at: new Date('2020-01-02T00:00:00+03:00') });
  t.is(await count({ filters: { registeredFrom: '2020-01-01', registeredTo: '2020-01-01' } }), 0);
  t.is(await count({ filters: { registeredFrom: '2020-01-02', registeredTo: '2020-01-02' } }), 1);
});

test.serial('a campaign is a trial unless one says otherwise: one letter, to who asks for it', async (t) => {
  await alone();
  await customer('never@b.example');
  const received: string[] = [];
  const leave = await api.live.listen(
    async ({ resource, id }) => {
      if (resource === 'campaigns' && id) received.push((await get(`campaigns/${id}`)).body.campaign.status);
    },
    () => undefined,
  );

  const { status, body } = await post('marketing/send-campaign', { subject: 'Проба {{name}}', html });

  t.is(status, 200);
  t.like(body, { success: true, sent: 1, failed: 0, total: 1, results: [{ email: admin.email, status: 'sent' }] });
  t.like(body.campaign, { test_mode: true, status: 'done', created_by: admin.email });
  t.is(sentTo('never@b.example').length, 0);
  await until(async () => received.includes('done'), 'open pages are told of the end');
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
