import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExecutionContext } from 'ava';
import { browserTest } from '../support/browser/browser.ts';
import { startBalancer } from '../support/network/balancer.ts';
import { PASSWORD } from '../support/platform/api.ts';
import { type CallOptions, call, callVenue, type Reply } from '../support/platform/platform.ts';
import type { PlatformProcess } from '../support/platform/platform-process.ts';
import { kill, startSeveral } from '../support/platform/several-processes.ts';
import { until } from '../support/run/until.ts';
import { startCommand } from '../support/telegram/telegram-link.ts';

/** The parent's pid and the environment of every process, as Linux tells them. */
async function listProcesses(): Promise<{ pid: number; parent: number; environment: string[] }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    pids.map(async (pid) => {
      const [stat, environment] = await Promise.all(
        ['stat', 'environ'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')),
      );
      const parent = Number(/^\d+ \(.*\) \S (\d+)/.exec(stat ?? '')?.[1]);
      return { pid: Number(pid), parent, environment: (environment ?? '').split('\0') };
    }),
  );
}

interface Hosted {
  /** The tenant's process; undefined where the system does not say, and it ends with its host. */
  pid: number | undefined;
  host: PlatformProcess;
}

/** The process of a tenant, and which of the api processes has started it. */
async function hostOf(tenantId: string, all: [PlatformProcess, PlatformProcess]): Promise<Hosted> {
  if (process.platform !== 'linux') return { pid: undefined, host: all[0] };
  for (const { pid, parent, environment } of await listProcesses()) {
    const host = all.find(({ child }) => child.pid === parent);
    if (host && environment.includes(`TENANT_ID=${tenantId}`)) return { pid, host };
  }
  throw new Error(`no process of ${tenantId}`);
}

/** Two api processes behind one balancer, by whose name everybody comes. */
async function startBehindBalancer(t: ExecutionContext) {
  const balancer = await startBalancer();
  t.teardown(balancer.stop);
  const env = { PUBLIC_URL: `http://localhost:${balancer.port}`, TENANT_IDLE_MINUTES: '30' };
  const several = await startSeveral(t, env);
  for (const { port } of [several.first, several.second]) balancer.add(port);
  const ask = async (method: string, path: string, options: CallOptions = {}): Promise<Reply['body']> => {
    const { status, body } = await call(balancer.url, method, path, options);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return { ...several, balancer, ask };
}
type Behind = Awaited<ReturnType<typeof startBehindBalancer>>;

async function signUp({ ask }: Behind, name: string): Promise<{ id: number; email: string; token: string }> {
  const email = `${name}-${randomUUID().slice(0, 8)}@bar.example`;
  const made = await ask('POST', '/api/auth/register', { body: { email, password: PASSWORD, name: 'Анна' } });
  return { id: made.user.id, email, token: made.token };
}

async function signUpAdministrator(behind: Behind): Promise<string> {
  const { id, email } = await signUp(behind, 'admin');
  await behind.db('users').where({ id }).update({ role: 'admin' });
  return (await behind.ask('POST', '/api/auth/login', { body: { email, password: PASSWORD } })).token;
}

async function openVenue({ ask, balancer }: Behind, token: string) {
  const { bot } = await ask('POST', '/sandbox/api/bots', { body: { name: 'Бар' } });
  const subdomain = `v-${randomUUID().slice(0, 8)}`;
  const body = { subdomain, botToken: bot.token, displayName: 'Бар', adminUsername: 'anna' };
  const made = await ask('POST', '/api/provision/create', { token, body });
  const signedIn = await callVenue(balancer, subdomain, 'POST', '/api/auth/login', { body: made.adminCredentials });
  const reach = (method: string, path: string, sent?: unknown): Promise<Reply> =>
    callVenue(balancer, subdomain, method, path, { token: signedIn.body.token, body: sent });
  /** As a phone's queue does: the same request again until it is answered. */
  async function insist(method: string, path: string, sent?: unknown): Promise<Reply['body']> {
    for (;;) {
      const reply = await reach(method, path, sent).catch(() => undefined);
      if (reply && reply.status < 500) return reply.body;
      await sleep(50);
    }
  }
  return {
    id: made.tenant.tenant_id as string,
    subdomain,
    bot: bot as { id: number },
    telegramLink: made.telegramLink as string,
    credentials: made.adminCredentials as { username: string; password: string },
    insist,
  };
}

/** An open stream of an administrator's events. */
async function listen(url: string, token: string) {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/admin/events`, { headers, signal: leaving.signal });
  let text = '';
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) text += decoder.decode(part as Uint8Array, { stream: true });
  })();
  reading.catch(() => undefined);
  return {
    hears: (resource: string, id: number) =>
      until(() => text.includes(`"resource":"${resource}","id":"${id}"`), `an event of ${resource} ${id} at ${url}`),
    leave: () => leaving.abort(),
  };
}

browserTest(
  'behind two api processes an owner’s day goes on when one is killed with its venue: nothing acknowledged is lost, nothing applied twice',
  async (t, { page }) => {
    const behind = await startBehindBalancer(t);
    const { first, second, balancer, ask, db } = behind;
    const owner = await signUp(behind, 'owner');
    const administrator = await signUpAdministrator(behind);
    const streams = await Promise.all([first, second].map(({ url }) => listen(url, administrator)));
    const newcomer = await signUp(behind, 'newcomer');
    for (const stream of streams) {
      await stream.hears('users', newcomer.id);
      stream.leave();
    }
    const venue = await openVenue(behind, owner.token);
    const made = await Promise.all(
      ['Ром', 'Джин'].map((name) => venue.insist('POST', '/api/items', { name, unit: 'л', quantity: 0 })),
    );
    const [rum, gin]: number[] = made.map(({ item }) => item.id);

    // one of the two will be killed: Telegram and the bank are reached through the other
    const { pid, host } = await hostOf(venue.id, [first, second]);
    const survivor = host === first ? second : first;
    const outside = (path: string, body: object) => call(survivor.url, 'POST', `/sandbox/api${path}`, { body });
    const { person } = (await outside('/people', { first_name: 'Анна', username: 'anna' })).body;
    const write = (text: string) => outside(`/chats/${venue.bot.id}/${person.id}/messages`, { text });
    await write(startCommand(venue.telegramLink));

    await page.goto(`http://${venue.subdomain}.localhost:${balancer.port}/`);
    await page.getByLabel('Логин').fill(venue.credentials.username);
    await page.getByLabel('Пароль', { exact: true }).fill(venue.credentials.password);
    await page.keyboard.press('Enter');
    const row = page.getByRole('row', { name: /Ром/ });
    const shown = (quantity: string) =>
      until(async () => `${await row.textContent()}`.includes(quantity), `the page shows ${quantity}`);
    await write('Ром +0,7');
    await shown('0,7');

    const { count } = await venue.insist('POST', '/api/counts', { key: randomUUID() });
    const plans: { id: number; name: string }[] = await db('plans').select('id', 'name');
    const planId = plans.find(({ name }) => name === 'professional')?.id;
    const { paymentId } = await ask('POST', '/api/billing/create-payment', {
      token: owner.token,
      body: { planId, billingPeriod: 'monthly' },
    });

    let isOver = false;
    const done = { written: 0, entered: 0, spoken: 0 };
    async function keep(act: () => Promise<void>): Promise<void> {
      while (!isOver) await act();
    }
    const traffic = [
      keep(async () => {
        const change = { id: randomUUID(), itemId: rum, delta: 0.001, source: 'scanner' };
        const { results } = await venue.insist('POST', '/api/changes', { changes: [change] });
        t.regex(results[0].status, /^(applied|duplicate)$/);
        done.written += 1;
      }),
      keep(async () => {
        const entry = { id: randomUUID(), itemId: gin, quantity: 0.001, source: 'web' };
        const { results } = await venue.insist('POST', `/api/counts/${count.id}/entries`, { entries: [entry] });
        t.regex(results[0].status, /^(applied|duplicate)$/);
        done.entered += 1;
      }),
      keep(async () => {
        t.is((await write('Ром +0,001')).status, 201);
        done.spoken += 1;
        await sleep(100);
      }),
    ];
    const goOn = (): Promise<void> => {
      const { written, entered, spoken } = done;
      const isFurther = () => done.written >= written + 5 && done.entered >= entered + 5 && done.spoken >= spoken + 2;
      return until(isFurther, 'everybody goes on');
    };

    await goOn();
    if (pid) process.kill(pid, 'SIGKILL');
    await kill(host);
    await goOn();
    isOver = true;
    await Promise.all(traffic);

    const expected = Number((0.7 + (done.written + done.spoken) / 1000).toFixed(3));
    const stock = async (): Promise<number> => (await venue.insist('GET', `/api/items/${rum}`)).item.quantity;
    await until(async () => (await stock()) >= expected, 'the last messages are taken');
    t.is(await stock(), expected, 'nothing is lost and nothing applied twice');
    await shown(expected.toLocaleString('ru-RU'));
    if (pid) t.is((await hostOf(venue.id, [first, second])).host, survivor);

    const { lines } = await venue.insist('GET', `/api/counts/${count.id}/lines?limit=1000`);
    const counted = Number((done.entered / 1000).toFixed(3));
    t.like(
      lines.find((line: { item: { id: number } }) => line.item.id === gin),
      { counted, entries: done.entered },
    );
    await venue.insist('POST', `/api/counts/${count.id}/close`, { uncounted: 'keep' });
    t.is((await venue.insist('GET', `/api/items/${gin}`)).item.quantity, counted);
    const workbook: string = await venue.insist('GET', `/api/export.xlsx?report=count&count=${count.id}`);
    t.true(workbook.startsWith('PK'));

    t.is((await outside(`/payments/${paymentId}/approve`, {})).status, 200);
    await until(async () => {
      const { subscription } = await ask('GET', '/api/billing/subscription', { token: owner.token });
      return subscription.plan_id === planId;
    }, 'the subscription is paid');

    const behindNow = await listen(balancer.url, administrator);
    const late = await signUp(behind, 'late');
    await behindNow.hears('users', late.id);
    behindNow.leave();
    t.true(
      [first, second].every(({ port }) => (balancer.served.get(port) ?? 0) > 5),
      'both have served',
    );
    t.log(done);
  },
);
