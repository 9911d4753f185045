/** The requests of each command and its handling of the response: every parameter, without the platform itself. */

import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import anyTest, { type TestFn } from 'ava';
import { newCli } from '../support/cli/cli.ts';
import { everything, LONG, REFUND } from '../support/cli/cli-answers.ts';
import { requests, TOKEN } from '../support/cli/cli-requests.ts';
import { cliInside, type Reply, sendFrom, sendJson, startWire, type Wire } from '../support/cli/cli-wire.ts';

const test = anyTest as TestFn<{ wire: Wire; cli: Awaited<ReturnType<typeof cliInside>> }>;

const folder = await mkdtemp(join(tmpdir(), 'ostatok-cli-files-'));
const page = join(folder, 'page.html');
const tokenFile = join(folder, 'token.txt');
const named = (typed: string): string =>
  typed
    .replace('--token-file FILE', `--token-file ${tokenFile}`)
    .replace('FILE', /(--html|templates .*--file|import) FILE/.test(typed) ? page : join(folder, 'list.xlsx'));

test.before(async (t) => {
  await writeFile(page, '<p>Х</p>');
  await writeFile(tokenFile, `${TOKEN}\n`);
  const wire = await startWire(sendFrom(everything));
  t.context = { wire, cli: await cliInside(wire) };
});
test.beforeEach((t) => {
  t.context.wire.reply = sendFrom(everything);
});
test.after.always((t) => t.context.wire.stop());

test.serial('each parameter of each command reaches the platform, and nothing else is changed there', async (t) => {
  const { cli } = t.context;
  for (const [typed, ...expected] of requests) {
    const { code, json, asked } = await cli.run(named(typed));
    const lines = asked.map(({ line }) => line);
    const changes = lines.filter((line) => !line.startsWith('GET '));
    t.like({ code, json }, { code: 0, json: { success: true } }, `${typed}: ${JSON.stringify(json)}`);
    if (expected[0]?.startsWith('GET ')) {
      t.deepEqual(changes, [], typed);
      t.true(lines.includes(expected[0]), `${typed} asked for\n${lines.join('\n')}`);
    } else t.deepEqual(changes, expected, typed);
  }
  const { asked } = await cli.run('campaigns send --subject С --template 1 --key key-1');
  t.is(asked.find(({ path }) => path.endsWith('send-campaign'))?.headers['idempotency-key'], 'key-1');
});

/** POST requests that change nothing. */
const harmless = /\/(cleanup\/plan|audience|import|import\/(starter|[\da-f-]+))( |$)/;

test.serial('whatever takes --yes changes nothing without it where nobody can be asked', async (t) => {
  const { cli } = t.context;
  const confirmed = requests.map(([typed]) => typed).filter((typed) => typed.includes(' --yes'));
  const able = cli.commands.filter(({ flags }) => flags.yes).map(({ id }) => id.replaceAll(':', ' '));
  t.deepEqual(
    able.filter((id) => !confirmed.some((typed) => typed.startsWith(`${id} `))),
    ['campaigns templates edit', 'tenants load', 'tenants stock'],
    'one asks of the platform’s own letters alone, two of a venue itself: catalogue.test.ts, venues.test.ts',
  );
  for (const typed of confirmed) {
    const { code, json, asked } = await cli.run(named(typed.replace(' --yes', '')));
    const changes = asked.filter(({ method, line }) => method !== 'GET' && !harmless.test(line));
    t.deepEqual([code, json.code, changes], [1, 'not_confirmed', []], typed);
  }
});

test.serial('the state of a venue is told in the panel’s words, first what failed', async (t) => {
  const { wire } = t.context;
  const failed = {
    ...everything.tenant,
    // its last address is still written down
    awake: true,
    start_failed: { since: '2026-11-22T10:00:00.000Z', reason: 'процесс завершился при запуске' },
    process: { state: 'exited', crashes: 3 },
    bot: { state: 'conflict', username: 'bar_bot' },
  };
  const asleep = { ...failed, start_failed: undefined, awake: false, bot: { state: 'revoked', username: 'bar_bot' } };
  const inMax = { username: 'id77_bot', link: 'https://max.ru/id77_bot', shared: true, since: null };
  const away = {
    ...everything.tenant,
    bot: { state: 'none', username: null },
    max: { ...inMax, state: 'unreachable' },
  };
  wire.reply = sendFrom({ ...everything, tenant: failed, tenants: [failed, asleep, away] });
  const person = await newCli(wire.url);
  const shown = async (...args: string[]) =>
    (await person.inside(args, { env: { OSTATOK_TOKEN: 'token', COLUMNS: '200' } })).stdout;

  const [, ...rows] = (await shown('tenants', 'list')).split('\n');
  t.regex(rows[0] ?? '', /Не запускается\s+Остановлен\s+Токен занят /);
  t.regex(rows[1] ?? '', /Активен\s+Спит\s+Токен отозван /);
  t.regex(rows[2] ?? '', / MAX недоступен /);
  const card = await shown('tenants', 'show', 'bar');
  t.regex(card, /Процесс\s+Остановлен, падений: 3/);
  t.regex(card, /@bar_bot, Токен занят другой программой/);
  t.notRegex(card, /MAX/);
  wire.reply = sendFrom({ ...everything, tenant: away });
  t.regex(await shown('tenants', 'show', 'bar'), /Бот MAX\s+id77_bot\. Общий бот\. MAX недоступен/);
});

test.serial('venues that are sorted by what they take are shown with all of it, in 80 columns too', async (t) => {
  const { wire } = t.context;
  const awake = {
    ...everything.tenant,
    subdomain: 'bar-na-naberezhnoy-u-mosta',
    awake: true,
    cpu_percent: 37,
    memory_bytes: 412 * 1024 ** 2,
    database_bytes: 3 * 1024 ** 3,
    disk_bytes: 24 * 1024,
  };
  const asleep = { ...awake, subdomain: 'bar', awake: false, cpu_percent: null, memory_bytes: null, disk_bytes: null };
  wire.reply = sendFrom({ ...everything, tenants: [awake, asleep] });
  const person = await newCli(wire.url);
  const typed = ['tenants', 'list', '--sort', '-memory_bytes'];
  const shown = await person(typed, { terminal: true, env: { OSTATOK_TOKEN: 'token' } });
  const [head = '', first = '', second = ''] = shown.stdout.split('\n').map((line) => line.trimEnd());
  t.regex(head, /^ПОДДОМЕН\s+ПРОЦЕСС\s+ПРОЦЕССОР\s+ПАМЯТЬ\s+БАЗА\s+ФАЙЛЫ/);
  t.regex(first, /^bar-na-\S+\s+Работает\s+37 %\s+412.МБ\s+3.ГБ\s+24.КБ/);
  t.regex(second, /^bar\s+Спит\s+—\s+—\s+3.ГБ\s+—/);
  for (const line of [head, first, second]) t.true(line.length <= 80, line);
});

test.serial('what the platform refuses is each command’s failure, told as JSON alone', async (t) => {
  const { cli, wire } = t.context;
  wire.reply = sendJson({ success: false, error: 'Отказано', code: 'refused_here' }, 409);
  for (const [typed] of requests) {
    const { code, json } = await cli.run(named(typed));
    t.deepEqual([code, json.success], [1, false], typed);
    if (typed !== 'status') t.is(json.code, 'refused_here', typed);
  }
  wire.reply = sendJson({ success: false, error: 'План устарел: составьте новый', code: 'plan_expired' }, 410);
  const { json } = await cli.run('cleanup run test_tenants --yes');
  t.is(json.error, 'План устарел: составьте новый. Повторите: ostatok cleanup run test_tenants');
});

test.serial('a long work that fails in part is a failure of the command that began it', async (t) => {
  const { cli, wire } = t.context;
  const [operation, campaign] = [everything.operation, everything.campaign].map((one) => ({ ...one, failed: 1 }));
  const backup = { ...everything.backup, error: 'Копия повреждена' };
  wire.reply = sendFrom({ ...everything, operation, campaign, backup });
  for (const typed of [
    'aliases push --yes',
    'backups create',
    'backups restore 0198 --yes',
    'backups verify 0198',
    'campaigns follow 0198',
    'campaigns send --subject С --template 1',
    'cleanup run test_tenants --yes',
    'operations follow 0198',
    'tenants backup bar',
    'tenants restore bar --yes',
    'tenants update bar',
    'hosting migrate bar',
    'images build',
  ]) {
    const { code, json } = await cli.run(typed);
    t.deepEqual([code, json.success], [1, false], typed);
  }
  wire.reply = sendFrom({
    ...everything,
    items: [{ result: { status: 'failed', name: 'Х', message: 'Х', details: [] } }],
  });
  t.is((await cli.run('diagnostics run')).code, 1);
});

test.serial('a long work is followed through a platform that goes away and comes back', async (t) => {
  const { cli, wire } = t.context;
  const running = sendFrom({
    ...everything,
    operation: { ...everything.operation, status: 'running', finished_at: null },
  });
  const cut: Reply = (_, res) => void res.destroy();
  const away = sendJson({ success: false, error: 'Запускается', code: 'starting' }, 503);
  const looks = [running, cut, away, running, cut];
  wire.reply = (asked, res) =>
    (asked.path.includes('/items') ? running : (looks.shift() ?? sendFrom(everything)))(asked, res);

  const { code, json } = await cli.run(`operations follow ${LONG}`);

  t.deepEqual([code, json.operation?.status, looks.length], [0, 'done', 0], JSON.stringify(json));
});

test.serial(
  'what must not be done twice is asked for again under one key, which is told when no answer comes',
  async (t) => {
    const { cli, wire } = t.context;
    const cut: Reply = (asked, res) =>
      asked.method === 'POST' ? void res.destroy() : sendFrom(everything)(asked, res);
    for (const typed of [
      'subscriptions extend 7 10',
      'subscriptions grant 7 starter 14',
      'subscriptions plan 7 starter',
      'subscriptions refund 0198 10 --reason Х --yes',
      'campaigns send --subject С --template 1',
    ]) {
      const keysOf = (asked: { method: string; headers: Record<string, unknown> }[]) =>
        asked.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
      let lost = 0;
      wire.reply = (asked, res) => (asked.method === 'POST' && lost++ === 0 ? cut : sendFrom(everything))(asked, res);
      const answered = await cli.run(typed);
      wire.reply = cut;
      const never = await cli.run(typed);

      const [first, again] = keysOf(answered.asked);
      t.deepEqual([answered.code, answered.json.success], [0, true], typed);
      t.truthy(first);
      t.is(again, first, typed);
      const keys = new Set(keysOf(never.asked));
      t.deepEqual([never.code, never.json.code, [...keys]], [1, 'unreachable', [never.json.key]], typed);
      t.true(never.json.error.includes(`--key ${never.json.key}`), never.json.error);
      t.not(never.json.key, first, 'another command is another intention');
    }
  },
);

test.serial(
  'a request whose typed key was carried out before says so, and one of this very command does not',
  async (t) => {
    const { cli, wire } = t.context;
    const done_before = '2026-11-22T10:00:00.000Z';
    wire.reply = sendFrom({ ...everything, done_before });
    for (const typed of [
      'subscriptions extend 7 10',
      'subscriptions grant 7 starter 14',
      'subscriptions refund 0198 10 --reason Х --yes',
    ]) {
      const own = await cli.messagesOf(typed);
      const again = await cli.messagesOf(`${typed} --key key-1`);

      t.is((await cli.run(typed)).json.done_before, done_before, typed);
      t.false(own.includes('Уже сделано'), own);
      t.true(again.includes('Уже сделано раньше, 22.11.2026, 13:00. Второй раз не делали'), again);
    }
  },
);

test.serial('only a refund that was lost is made anew, and which one is told', async (t) => {
  const { cli, wire } = t.context;
  wire.reply = sendFrom(everything);
  const paid = await cli.run('subscriptions refund 0198 10 --reason Х --instead-of 0198 --yes');

  t.deepEqual([paid.code, paid.json.code], [1, 'refund_not_found']);
  t.true(
    paid.asked.every(({ method }) => method === 'GET'),
    'nothing is given back',
  );
  const person = await newCli(wire.url);
  const shown = await person.inside(['subscriptions', 'payment', LONG], { env: { OSTATOK_TOKEN: 'token' } });
  for (const text of ['90\u00a0₽, потерялся', '10\u00a0₽, прошёл', REFUND])
    t.true(shown.stdout.includes(text), `no ${text} in ${shown.stdout}${shown.stderr}`);
});

test.serial('where several numbers begin so, all of them are named and nothing is done', async (t) => {
  const { cli, wire } = t.context;
  const other = LONG.replace(/1$/, '2');
  for (const [typed, key, about] of [
    ['operations cancel 0198', 'operations', 'Копия'],
    ['backups delete 0198 --yes', 'backups', 'bar'],
    ['campaigns pause 0198', 'campaigns', 'Новости'],
    ['aliases import --undo 0198', 'imports', 'прайс.xlsx'],
    ['cleanup restore 0198', 'quarantine', 'Заведение'],
    ['subscriptions refund 0198 1 --reason Х --yes', 'payments', 'anna@bars.example'],
  ] as const) {
    const both = [LONG, other].map((id) => ({ ...everything.operation, label: 'Заведение', file: 'прайс.xlsx', id }));
    wire.reply = sendFrom({ ...everything, [key]: both });
    const { code, json, asked } = await cli.run(typed);
    t.deepEqual([code, json.code], [1, 'ambiguous'], typed);
    for (const text of [LONG, other, about]) t.true(json.error.includes(text), `${typed}: ${json.error}`);
    t.true(
      asked.every(({ method }) => method === 'GET'),
      typed,
    );
    t.is((await cli.run(typed.replace('0198', LONG))).code, 0, `${typed}: the whole number is enough`);
  }
});

test.serial(
  'what stands before the platform, or instead of it, is told in one sentence, and gets no token',
  async (t) => {
    const { cli, wire } = t.context;
    const page = '<!doctype html><h1>502 Bad Gateway</h1>';
    const surroundings: [code: string, said: string, reply: Reply][] = [
      [
        'no_route',
        'разных выпусков',
        sendJson({ success: false, error: 'Нет такого адреса: GET /api/admin/users', code: 'no_route' }, 404),
      ],
      ['away', 'Платформа сейчас недоступна', (_, res) => void res.writeHead(502).end(page)],
      ['not_ostatok', 'отвечает не Остаток (200)', (_, res) => void res.writeHead(200).end(page)],
      [
        'moved',
        'Платформа теперь по адресу http://localhost',
        (_, res) => void res.writeHead(301, { location: wire.url.replace('127.0.0.1', 'localhost') }).end(),
      ],
      [
        'unreachable',
        'Платформа не отвечает',
        (_, res) => {
          res.writeHead(200, { 'content-length': 100 });
          res.write('{"success"', () => res.destroy());
        },
      ],
    ];
    for (const [code, said, reply] of surroundings) {
      wire.reply = reply;
      const answer = await cli.run('users list');
      t.deepEqual([answer.code, answer.json.code, answer.asked.length], [1, code, 1], answer.json.error);
      t.true(answer.json.error.includes(said), answer.json.error);
    }
  },
);
