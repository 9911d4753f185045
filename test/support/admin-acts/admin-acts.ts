import { randomUUID } from 'node:crypto';
import { call, newBot, newOwner, type Reply, type TestOwner, type TestPlatform } from '../platform/platform.ts';
import { bottles } from './catalogue.ts';
import { type Acts, type Ground, groundOf, once } from './ground.ts';
import { letters } from './letters.ts';

function people({ platform, ask }: Ground): Acts {
  const planId = async (name: string): Promise<number> => (await platform.db('plans').where({ name }).first('id')).id;
  const person = async (): Promise<number> => (await newOwner(platform, 'free')).userId;
  const wanted = { display_name: 'Проба', price_monthly: 100 };
  const newPlan = () => ask('POST', 'admin/plans', { ...wanted, name: `probe-${randomUUID()}` });
  const madePlan = async (): Promise<number> => (await newPlan()).body.plan.id;
  async function paid(owner: TestOwner): Promise<string> {
    const order = { planId: await planId('starter'), billingPeriod: 'monthly' };
    const { paymentId } = (await owner.call('POST', '/api/billing/create-payment', order)).body;
    await call(platform.url, 'POST', `/sandbox/api/payments/${paymentId}/approve`, { body: {} });
    return paymentId;
  }
  return {
    'PUT /api/admin/users/:id/status': async () =>
      ask('PUT', `admin/users/${await person()}/status`, { status: 'blocked' }),
    'POST /api/admin/activity/:id/undo': async () => {
      const id = await person();
      await ask('PUT', `admin/users/${id}/status`, { status: 'blocked' });
      const [entry] = (await ask('GET', `admin/activity?target=user:${id}`)).body.activity;
      return ask('POST', `admin/activity/${entry.id}/undo`);
    },
    'POST /api/admin/users/:userId/change-plan': async () =>
      ask('POST', `admin/users/${await person()}/change-plan`, { planId: await planId('starter') }),
    'POST /api/admin/subscriptions/:userId/extend': async () => {
      const owner = await newOwner(platform, 'free');
      await paid(owner);
      return ask('POST', `admin/subscriptions/${owner.userId}/extend`, { days: 3 });
    },
    'POST /api/admin/subscriptions/:userId/grant-temporary': async () =>
      ask('POST', `admin/subscriptions/${await person()}/grant-temporary`, {
        planId: await planId('starter'),
        days: 3,
      }),
    'POST /api/admin/payments/:id/refund': async () =>
      ask('POST', `admin/payments/${await paid(await newOwner(platform, 'free'))}/refund`, {
        amount: 1,
        reason: 'Не работало',
      }),
    'POST /api/admin/plans': newPlan,
    'PUT /api/admin/plans/:id': async () => ask('PUT', `admin/plans/${await madePlan()}`, { description: 'Новое' }),
    'PUT /api/admin/plans/:id/toggle-public': async () => ask('PUT', `admin/plans/${await madePlan()}/toggle-public`),
    'PUT /api/admin/plans/:id/archive': async () => ask('PUT', `admin/plans/${await madePlan()}/archive`),
    'PUT /api/admin/plans/:id/restore': async () => {
      const id = await madePlan();
      await ask('PUT', `admin/plans/${id}/archive`);
      return ask('PUT', `admin/plans/${id}/restore`);
    },
    'PUT /api/admin/plans/reorder': async () => {
      const { plans: all } = (await ask('GET', 'admin/plans?include_archived=true')).body;
      const turned = all.toReversed().map(({ id }: { id: number }, at: number) => ({ id, sort_order: at + 1 }));
      return ask('PUT', 'admin/plans/reorder', { plans: turned });
    },
  };
}

function venues({ platform, ask, venue, toTheEnd }: Ground): Acts {
  const of = async (): Promise<string> => (await venue()).id;
  const one = once(of);
  const present = (): Promise<string> => platform.venues.releases.present();
  async function cleanedUp(): Promise<Reply> {
    const id = await of();
    await platform
      .db('tenants')
      .where({ id })
      .update({ subdomain: `test-${id}` });
    return toTheEnd(await ask('POST', 'admin/tenants/cleanup', { action: 'test_tenants' }));
  }
  return {
    'POST /api/admin/update-all-tenants': async () => toTheEnd(await ask('POST', 'admin/update-all-tenants')),
    'POST /api/admin/tenants/:id/update': async () =>
      toTheEnd(await ask('POST', `admin/tenants/${await one()}/update`)),
    'POST /api/admin/move-all-tenants': async () => toTheEnd(await ask('POST', 'admin/move-all-tenants', {})),
    'POST /api/admin/tenants/:id/move': async () =>
      toTheEnd(await ask('POST', `admin/tenants/${await one()}/move`, { hosting: 'process' })),
    'POST /api/admin/images/build': async () => toTheEnd(await ask('POST', 'admin/images/build', {})),
    'POST /api/admin/images/:id/use': async () => ask('POST', `admin/images/${await present()}/use`),
    'POST /api/admin/tenants/:id/pin': async () =>
      ask('POST', `admin/tenants/${await one()}/pin`, { image: await present() }),
    'PUT /api/admin/tenants/:id/domain': async () =>
      ask('PUT', `admin/tenants/${await one()}/domain`, { domain: `sklad-${randomUUID()}.bar.example` }),
    'POST /api/admin/tenants/:id/restart': async () => ask('POST', `admin/tenants/${await one()}/restart`),
    'PUT /api/admin/tenants/:id/status': async () =>
      ask('PUT', `admin/tenants/${await of()}/status`, { status: 'suspended' }),
    'DELETE /api/admin/tenants/:id': async () => ask('DELETE', `admin/tenants/${await of()}`),
    'POST /api/admin/tenants/:id/restore': async () => {
      const id = await of();
      await ask('DELETE', `admin/tenants/${id}`);
      return ask('POST', `admin/tenants/${id}/restore`);
    },
    'POST /api/admin/tenants': async () => {
      const owner = await newOwner(platform);
      const body = {
        owner: owner.email,
        subdomain: `for-${randomUUID().slice(0, 8)}`,
        botToken: (await newBot(platform)).token,
        adminUsername: 'boss',
      };
      return ask('POST', 'admin/tenants', body);
    },
    'PUT /api/admin/tenants/:id/bot-token': async () =>
      ask('PUT', `admin/tenants/${await one()}/bot-token`, { botToken: (await newBot(platform)).token }),
    'PUT /api/admin/tenants/:id/max': async () => ask('PUT', `admin/tenants/${await one()}/max`, { shared: true }),
    'DELETE /api/admin/tenants/:id/max': async () => {
      const path = `admin/tenants/${await of()}/max`;
      await ask('PUT', path, { shared: true });
      return ask('DELETE', path);
    },
    'POST /api/admin/tenants/:id/support-session': async () =>
      ask('POST', `admin/tenants/${await one()}/support-session`, { reason: 'Владелец просил помочь' }),
    'POST /api/admin/tenants/cleanup': cleanedUp,
    'POST /api/admin/tenants/quarantine/:id/restore': async () => {
      await cleanedUp();
      const { quarantine } = (await ask('GET', 'admin/tenants/quarantine?status=kept')).body;
      return ask('POST', `admin/tenants/quarantine/${quarantine[0].id}/restore`);
    },
  };
}

function upkeep({ platform, ask, venue, toTheEnd }: Ground): Acts {
  async function backup(): Promise<string> {
    await toTheEnd(await ask('POST', 'admin/backups', { tenantId: await venueId() }));
    return (await ask('GET', 'admin/backups')).body.backups[0].id;
  }
  const venueId = once(async () => (await venue()).id);
  /** Creates an operation that no worker has taken. */
  async function work(status: 'queued' | 'paused'): Promise<string> {
    const id = randomUUID();
    const created_at = new Date();
    await platform.db('operations').insert({ id, kind: 'backup', title: 'Проба', status, total: 0, created_at });
    return id;
  }
  return {
    'POST /api/admin/backups': async () => toTheEnd(await ask('POST', 'admin/backups', {})),
    'POST /api/admin/backups/:id/verify': async () => ask('POST', `admin/backups/${await backup()}/verify`),
    'POST /api/admin/backups/:id/restore': async () =>
      toTheEnd(await ask('POST', `admin/backups/${await backup()}/restore`)),
    'DELETE /api/admin/backups/:id': async () => ask('DELETE', `admin/backups/${await backup()}`),
    'POST /api/admin/operations/:id/pause': async () => ask('POST', `admin/operations/${await work('queued')}/pause`),
    'POST /api/admin/operations/:id/resume': async () => ask('POST', `admin/operations/${await work('paused')}/resume`),
    'POST /api/admin/operations/:id/cancel': async () => ask('POST', `admin/operations/${await work('paused')}/cancel`),
    'POST /api/test/run/:suite': async () => toTheEnd(await ask('POST', 'test/run/database')),
    'POST /api/test/run': async () => {
      const begun = await ask('POST', 'test/run');
      await ask('POST', `admin/operations/${begun.body.operation.id}/cancel`);
      return toTheEnd(begun);
    },
  };
}

export function administratorsActs(platform: TestPlatform, admin: TestOwner) {
  const ground = groundOf(platform, admin);
  const acts: Acts = {
    ...bottles(ground),
    ...letters(ground),
    ...people(ground),
    ...upkeep(ground),
    ...venues(ground),
  };
  return {
    names: Object.keys(acts),
    /** Does the act; returns the activity of the act itself, without that of its preparation. */
    async do(name: string) {
      const reply = await acts[name]?.();
      const pattern = new RegExp(`^${name.replaceAll(/:\w+/g, '[^/]+')}$`);
      const { after, upTo } = ground.asked.findLast((one) => pattern.test(one.name)) ?? { after: 0, upTo: 0 };
      const entries = await platform
        .db('activity')
        .where({ actor_id: admin.userId })
        .where('id', '>', after)
        .where('id', '<=', upTo);
      return { reply, entries };
    },
  };
}
