import { readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { createDatabase } from '../support/database/postgres.ts';
import { call } from '../support/platform/platform.ts';
import { answers, newHome, postgresPid, start, untilIntroduced } from '../support/platform/started-platform.ts';
import { until } from '../support/run/until.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

const passwordIn = (output: string, line: string): string =>
  new RegExp(`${line}.*парол[ья]: (\\S+)`).exec(output)?.[1] ?? '';

async function demoItems(port: number, token: string): Promise<number> {
  const { text } = await rawRequest(port, {
    path: '/api/items?limit=1',
    host: `demo.localhost:${port}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return JSON.parse(text).pagination.total;
}

test('the first start leaves a demo to count in, the next ones find everything again, however the last one ended', async (t) => {
  t.timeout(600_000);
  const { home, port, env } = await newHome();
  const base = `http://127.0.0.1:${port}`;
  let running = start(env);
  try {
    await until(() => /Демо-заведение {2}http/.test(running.output()), 'the demo', 600_000);
    const first = running.output();
    const signIn = (email: string, password: string) =>
      call(base, 'POST', '/api/auth/login', { body: { email, password } });
    const administrator = { email: 'admin@localhost', password: passwordIn(first, 'Администратор') };
    t.is((await signIn(administrator.email, administrator.password)).body.user.role, 'admin');
    const owner = await signIn('demo@localhost', passwordIn(first, 'Демо-владелец'));
    const venues = await call(base, 'GET', '/api/provision/my-tenants', { token: owner.body.token });
    t.like(venues.body.tenants[0], { subdomain: 'demo', status: 'active', web_url: `http://demo.localhost:${port}` });
    const venueSignIn = async (): Promise<string> => {
      const { text } = await rawRequest(port, {
        method: 'POST',
        path: '/api/auth/login',
        host: `demo.localhost:${port}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: passwordIn(first, 'Демо-заведение') }),
      });
      return JSON.parse(text).token;
    };
    const count = await demoItems(port, await venueSignIn());
    t.true(count >= 55, `${count} items`);
    for (const name of ['secret-key', 'postgres-password']) {
      t.is((await stat(join(home, 'secrets', name))).mode & 0o777, 0o600, name);
    }
    t.is((await call(base, 'GET', '/readyz')).status, 200);

    const second = start(env);
    t.is(await second.ended, 1);
    t.regex(second.output(), /уже запущен|Порт \d+ занят/);
    t.true(await answers(port), 'the first one goes on');

    // npm forwards a signal that its whole group has already got
    running.signalGroup('SIGINT');
    running.signalGroup('SIGINT');
    t.is(await running.ended, 0);
    t.is(await postgresPid(home), undefined);

    running = start(env);
    await untilIntroduced(running, port);
    t.notRegex(running.output(), new RegExp(administrator.password));
    t.is(await demoItems(port, await venueSignIn()), count);

    running.child.kill('SIGKILL');
    await running.ended;
    t.truthy(await postgresPid(home), 'the database has outlived it');
    running = start(env);
    await until(() => answers(port), 'it answers after kill -9');
    t.is(await demoItems(port, await venueSignIn()), count);

    process.kill((await postgresPid(home)) ?? 0, 'SIGKILL');
    running.child.kill('SIGKILL');
    await running.ended;
    running = start(env);
    await until(() => answers(port), 'it answers after kill -9 of both');
    t.is(await demoItems(port, await venueSignIn()), count);

    running.child.kill('SIGTERM');
    t.is(await running.ended, 0);
    t.is(await postgresPid(home), undefined);
  } finally {
    running.child.kill('SIGTERM');
    await running.ended;
    await rm(home, { recursive: true, force: true });
  }
});

test('all mistakes of the environment are told at once, in Russian', async (t) => {
  const { home } = await newHome();
  const env = {
    OSTATOK_HOME: home,
    PORT: 'три',
    HOSTING: 'cloud',
    DATABASE_URL: 'postgres://localhost/x',
    TENANT_IDLE_MINUTES: '-1',
    TELEGRAM_API_ROOT: 'telegram',
    PUBLIC_URL: 'bars.example',
    SMTP_URL: 'mail.example:465',
  };

  const running = start(env);

  t.is(await running.ended, 2);
  for (const name of ['PORT', 'HOSTING', 'SECRET_KEY', 'TENANT_IDLE_MINUTES', 'TELEGRAM_API_ROOT']) {
    t.regex(running.output(), new RegExp(`- ${name}: `), name);
  }
  t.regex(running.output(), /- PUBLIC_URL: нужен адрес вида https:/);
  t.regex(running.output(), /- SMTP_URL: нужен адрес вида smtps:/);
  await rm(home, { recursive: true, force: true });
});

test('a mail server that cannot be reached is told where the start is read, with what to set', async (t) => {
  t.timeout(600_000);
  const { home, port, env } = await newHome();
  const running = start({ ...env, OSTATOK_DEMO: '0', SMTP_URL: 'smtps://anna:secret@127.0.0.1:1' });
  t.teardown(() => running.endGroup());
  await until(() => /Внимание: Почтовый сервер 127\.0\.0\.1:1 .*\n.*SMTP_URL/.test(running.output()), 'the warning');
  t.true(await answers(port), 'it runs nevertheless');
  t.notRegex(running.output(), /secret|Ctrl-C/);

  running.child.kill('SIGTERM');
  t.is(await running.ended, 0);
  await rm(home, { recursive: true, force: true });
});

test('with an outside database the log goes to standard output and into the file that is searched', async (t) => {
  t.timeout(600_000);
  const { home, port, env } = await newHome();
  const database = await createDatabase('platform');
  const running = start({ ...env, OSTATOK_DEMO: '0', DATABASE_URL: database.url, SECRET_KEY: 'a'.repeat(43) });
  t.teardown(() => running.endGroup());
  const listening = /\{"level":30,.*"msg":"listening"\}/;
  await until(() => listening.test(running.output()), 'the line on standard output');
  t.true(await answers(port));

  t.regex(await readFile(join(home, 'platform.log'), 'utf8'), listening);
  running.child.kill('SIGTERM');
  t.is(await running.ended, 0);
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

test('a taken port is said so, and nothing is left running', async (t) => {
  t.timeout(600_000);
  const { home, port, env } = await newHome();
  const squatter = createServer().listen(port, '127.0.0.1');

  const running = start({ ...env, OSTATOK_DEMO: '0' });

  t.is(await running.ended, 1);
  t.regex(running.output(), new RegExp(`Порт ${port} занят`));
  t.is(await postgresPid(home), undefined);
  squatter.close();
  await rm(home, { recursive: true, force: true });
});

test('a signal to npm alone stops everything it started', async (t) => {
  t.timeout(600_000);
  const { home, port, env } = await newHome();
  const running = start({ ...env, OSTATOK_DEMO: '0' }, ['npm', 'start']);
  t.teardown(() => running.endGroup());
  await untilIntroduced(running, port);

  running.child.kill('SIGTERM');

  t.is(await running.ended, 0);
  t.false(await answers(port));
  t.is(await postgresPid(home), undefined);
  await rm(home, { recursive: true, force: true });
});
