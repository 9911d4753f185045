import { listToWrite, settleRecipients } from '@ostatok/api/src/campaigns/feeding.queries.ts';
import test from 'ava';
import {
  admin,
  alone,
  api,
  customer,
  delivery,
  get,
  html,
  over,
  post,
  sentTo,
  setUpCampaigns,
  taken,
} from '../../support/campaigns/campaign-api.ts';
import { bearer } from '../../support/platform/api.ts';
import { until } from '../../support/run/until.ts';

setUpCampaigns();

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
    delivery.gate = opened.promise;

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
    delivery.gate = undefined;
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
    delivery.gate = opened.promise;
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
    delivery.gate = undefined;
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

test.serial('figures are by kind and by day; a campaign to nobody is refused', async (t) => {
  await alone();

  const { body } = await get('email/stats?days=7');
  const nobody = await post('marketing/send-campaign', { subject: 'a', html, testMode: false });

  t.is(body.daily.length, 8);
  const marketing = body.totals.filter((one: { template_type: string }) => one.template_type === 'marketing');
  t.true(marketing.some(({ status, count }: { status: string; count: number }) => status === 'sent' && count >= 300));
  t.is(
    body.daily.reduce((sum: number, { sent }: { sent: number }) => sum + sent, 0),
    body.totals.reduce(
      (sum: number, { status, count }: { status: string; count: number }) => sum + (status === 'sent' ? count : 0),
      0,
    ),
  );
  t.like([nobody.status, nobody.body], [409, { code: 'no_recipients' }]);
  t.is((await get('campaigns/not-a-uuid')).status, 404);
});
