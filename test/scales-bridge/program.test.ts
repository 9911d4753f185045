import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scaleModels } from '@ostatok/kit/scales/index.ts';
import test, { type ExecutionContext } from 'ava';
import { readVenue, simulated, venueUrlFrom } from '../../scales-bridge/src/config.ts';
import { configFolder } from '../../scales-bridge/src/config-folder.ts';
import { parseRecording } from '../../scales-bridge/src/recording.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { until } from '../support/run/until.ts';
import { newConfigFolder, screenOf, startBridgeProcess } from '../support/scales/bridge.ts';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

const bridgeCode = async (tenant: Tenant): Promise<string> =>
  (await tenant.admin.post('/api/auth/codes').send({ kind: 'bridge', name: 'Ноутбук у бара' })).body.code;
const recent = async (tenant: Tenant): Promise<number[]> =>
  (await tenant.user.get('/api/scales')).body.recent.map(({ weightG }: { weightG: number }) => weightG);

async function runToEnd(t: ExecutionContext, folder: string, ...args: string[]) {
  const bridge = startBridgeProcess(t, args, { folder });
  return { code: await bridge.ended, text: bridge.text() };
}
async function paired(t: ExecutionContext, tenant: Tenant, url = tenant.url): Promise<string> {
  const folder = await newConfigFolder();
  const { code, text } = await runToEnd(t, folder, 'pair', url, await bridgeCode(tenant));
  if (code !== 0) throw new Error(text);
  return folder;
}
/** A bottle on a Decent scale, at once; then nothing for an hour. */
async function recording(folder: string, ...more: object[]): Promise<string> {
  const file = join(folder, 'frames.jsonl');
  const frames = [
    { model: 'decent-scale', scaleId: 'AA:01', hex: '03ca007b0000b2', afterMs: 0 },
    { model: 'decent-scale', scaleId: 'AA:01', hex: '03ce1b93000045', afterMs: 50 },
    ...more,
    { model: 'decent-scale', scaleId: 'AA:01', hex: '03ce00000000cd', afterMs: 3_600_000 },
  ];
  await writeFile(file, frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
  return file;
}

test.serial(
  'paired by a code, a bridge sends what is weighed, and its token is its owner’s alone to read',
  async (t) => {
    const tenant = await startTenant(t);
    const folder = await newConfigFolder();
    const code = (await bridgeCode(tenant)).toLowerCase();
    const answer = await runToEnd(
      t,
      folder,
      'pair',
      `${tenant.url.replace('127.0.0.1', 'proba.localhost')}/scan/`,
      code,
    );
    t.is(answer.code, 0, answer.text);
    t.regex(answer.text, /«Ноутбук у бара» связан с «Бар «Проба»»/);
    t.is((await stat(join(folder, 'scales-bridge.json'))).mode & 0o777, 0o600);

    const bridge = startBridgeProcess(t, ['--replay', await recording(folder)], { folder });
    await until(async () => (await recent(tenant)).includes(705.9), 'weighed');
    await bridge.says('Decent Scale (AA:01): 705,9 г');
    t.like((await tenant.admin.get('/api/bridges')).body.bridges[0], { name: 'Ноутбук у бара', online: true });

    const second = await runToEnd(t, folder, 'run', '--simulate');
    t.is(second.code, 1);
    t.regex(second.text, /Мост уже запущен/);

    bridge.kill('SIGTERM');
    t.is(await bridge.ended, 0);
  },
);

test.serial(
  'what was weighed while the venue was away is sent by the next start, also after being killed',
  async (t) => {
    const tenant = await startTenant(t);
    const link = await startLink(t, tenant.url);
    const folder = await paired(t, tenant, link.url);
    await link.cut();
    const file = await recording(folder, {
      model: 'decent-scale',
      scaleId: 'AA:01',
      hex: '03ce2bac00004a',
      afterMs: 100,
    });
    const bridge = startBridgeProcess(t, ['--replay', file], { folder });
    await bridge.says('Ждут отправки: 2');
    await bridge.says('не отвечает, пробуем снова');
    bridge.kill('SIGKILL');
    await bridge.ended;

    await link.mend();
    const status = await runToEnd(t, folder, 'status');
    t.regex(status.text, /Заведение: Бар «Проба»[\s\S]*Связь: есть[\s\S]*взвешиваний: 2/);
    startBridgeProcess(t, ['--simulate=0'], { folder });
    await until(async () => (await recent(tenant)).length === 2, 'sent');
    t.deepEqual(await recent(tenant), [1118, 705.9]);
  },
);

test.serial('an unpaired bridge ends with a sentence', async (t) => {
  const tenant = await startTenant(t);
  const folder = await paired(t, tenant);
  const bridge = startBridgeProcess(t, ['--simulate'], { folder });
  await bridge.says('на связи');
  const [{ id }] = (await tenant.admin.get('/api/bridges')).body.bridges;
  await tenant.admin.delete(`/api/bridges/${id}`);
  t.is(await bridge.ended, 1);
  t.regex(bridge.text(), /Заведение отвязало этот компьютер\. Свяжите снова: ostatok-scales pair\n$/);

  t.regex((await runToEnd(t, folder, 'status')).text, /не впустило/);
  t.is((await runToEnd(t, folder, 'unpair')).code, 0);
  t.regex((await runToEnd(t, folder)).text, /ещё не связан/);
});

test.serial('without words the address and the code are asked for, and leaving changes nothing', async (t) => {
  const tenant = await startTenant(t);
  const folder = await newConfigFolder();
  const bridge = startBridgeProcess(t, ['pair'], { folder, terminal: true });
  await bridge.says('Адрес заведения');
  bridge.type(tenant.url);
  await bridge.says('Код из панели «Бар «Проба»»');
  bridge.type(await bridgeCode(tenant));
  t.is(await bridge.ended, 0);

  const left = startBridgeProcess(t, ['pair'], { folder, terminal: true });
  await left.says('Адрес заведения');
  left.type('\u0003');
  t.is(await left.ended, 1);
  t.regex(left.text(), /Ничего не изменено/);
  t.is((await runToEnd(t, folder, 'status')).code, 0);
});

test.serial('every mistake of pairing is a sentence', async (t) => {
  const tenant = await startTenant(t);
  const folder = await newConfigFolder();
  const refused = async (what: RegExp, ...args: string[]): Promise<void> => {
    const { code, text } = await runToEnd(t, folder, ...args);
    t.is(code, 1, text);
    t.regex(text, what);
    t.notRegex(text, /\n {4}at /);
  };
  await refused(/Код не подошёл/, 'pair', tenant.url, 'AAAA-AAAA');
  await refused(/не отвечает/, 'pair', 'http://127.0.0.1:9', 'AAAA-AAAA');
  await refused(/не адрес/, 'pair', 'http://', 'AAAA-AAAA');
  await refused(/Укажите адрес заведения и код/, 'pair');
  await refused(/Укажите адрес заведения и код/, 'pair', tenant.url);
  const { code } = (await tenant.user.post('/api/auth/codes').send({ kind: 'scanner' })).body;
  await refused(/код — для сканера/, 'pair', tenant.url, code);
  await refused(/Нет команды «weigh»/, 'weigh');
  await refused(/Непонятные слова/, '--colour');
  const elsewhere = createServer((_req, res) => res.end('<h1>Router</h1>')).listen(0, '127.0.0.1');
  t.teardown(() => elsewhere.close());
  await new Promise((resolve) => elsewhere.once('listening', resolve));
  await refused(
    /отвечает не заведение/,
    'pair',
    `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`,
    'AAAA',
  );
});

test.serial('on a terminal the bridge shows the venue, its scales and what waits, within 80 columns', async (t) => {
  const tenant = await startTenant(t);
  const link = await startLink(t, tenant.url);
  const folder = await paired(t, tenant, link.url);
  const sig = { model: 'sig-weight-scale', scaleId: 'AA:02', hex: '00e800', afterMs: 50 };
  const bridge = startBridgeProcess(t, ['--replay', await recording(folder, sig)], { folder, terminal: true });
  const shows = (what: RegExp) => until(() => what.test(screenOf(bridge.text()).join('\n')), `${what}`);
  const picture = [
    '● Бар «Проба» на связи',
    '● Decent Scale                            705,9 г вес стоит',
    '● Весы Bluetooth SIG                1 160 ± 2,5 г вес стоит',
    'Остановить: Ctrl+C',
  ].join('\n');
  const screen = (): string => screenOf(bridge.text()).join('\n').replaceAll('\u00a0', ' ');
  await until(() => screen() === picture, 'the picture').catch(() => undefined);
  t.is(screen(), picture);

  await link.cut();
  await shows(/○ Бар «Проба» .*повтор через \d+ с/);
  bridge.kill('SIGKILL');
});

test.serial('a recording of frames can be made and played', async (t) => {
  const tenant = await startTenant(t);
  const folder = await paired(t, tenant);
  const made = join(folder, 'made.jsonl');
  const bridge = startBridgeProcess(t, ['--replay', await recording(folder), '--record', made], { folder });
  await until(async () => (await recent(tenant)).length === 1, 'weighed');
  bridge.kill('SIGTERM');
  await bridge.ended;
  const frames = parseRecording(await readFile(made, 'utf8'), scaleModels);
  t.deepEqual(
    frames.map(({ scaleId, model }) => [scaleId, model.id]),
    [
      ['AA:01', 'decent-scale'],
      ['AA:01', 'decent-scale'],
    ],
  );
});

test.serial('a recording that is over at once is sent before the bridge ends', async (t) => {
  const tenant = await startTenant(t);
  const folder = await paired(t, tenant);
  const file = join(folder, 'short.jsonl');
  await writeFile(file, '{"model":"decent-scale","hex":"03ce1b93000045"}\n');
  t.like(await runToEnd(t, folder, '--replay', file), { code: 0 });
  t.deepEqual(await recent(tenant), [705.9]);
});

test.serial('the bridge asks once for --grams where a scale does not say its unit, and keeps the answer', async (t) => {
  const tenant = await startTenant(t);
  const folder = await paired(t, tenant);
  const file = join(folder, 'unsaid.jsonl');
  const frame = (scaleId: string) => `${JSON.stringify({ model: 'smartchef', scaleId, hex: '000000000030d90000' })}\n`;
  await writeFile(file, frame('AA:01').repeat(5));
  t.like(await runToEnd(t, folder, 'run', '--grams', '5', '--replay', file), { code: 1 });
  t.regex((await runToEnd(t, folder, '--replay', file)).text, /запустите мост один раз с --grams/);
  t.deepEqual(await recent(tenant), []);
  t.like(await runToEnd(t, folder, 'run', '--grams', '--replay', file), { code: 0 });
  t.deepEqual(await recent(tenant), [1250.5]);

  const other = frame('AA:02').replace('30d9', '1b90');
  await writeFile(file, (frame('AA:01').replace('30d9', '1b8f') + other).repeat(5));
  t.like(await runToEnd(t, folder, '--replay', file), { code: 0 });
  t.deepEqual(await recent(tenant), [705.5, 1250.5]);
});

test.serial('what an unknown scale said is played as a scale of the model that knows its name by now', async (t) => {
  const tenant = await startTenant(t);
  const folder = await paired(t, tenant);
  const file = fileURLToPath(new URL('../kit/scales/recordings/made-decent-scale.txt', import.meta.url));
  t.like(await runToEnd(t, folder, '--replay', file), { code: 0 });
  t.deepEqual(await recent(tenant), [705.9]);
});

test('a recording names its scale by model or by service, and a bad line by its number', (t) => {
  const [frame] = parseRecording('{"service":"181d","hex":"00e800"}\n\n', scaleModels);
  t.like(frame, { scaleId: 'replay', afterMs: 0, model: { id: 'sig-weight-scale' } });
  for (const line of [
    '{',
    '{"model":"x","hex":""}',
    '{"model":"hutbit","hex":"zz"}',
    '{"model":"hutbit","hex":"","afterMs":-1}',
  ]) {
    t.throws(() => parseRecording(`{"service":"181d","hex":""}\n${line}`, scaleModels), { message: /строка 2/ }, line);
  }
});

test('the environment stands above the pairing, and every mistake of it is named at once', (t) => {
  const pairing = { venueUrl: 'http://a', venueName: 'А', bridgeName: 'Б', token: 't' };
  t.deepEqual(readVenue({}, pairing), { url: 'http://a', name: 'А', credentials: { token: 't' } });
  t.is(readVenue({}, undefined), undefined);
  const env = { OSTATOK_VENUE_URL: 'http://bar.localhost:3000', OSTATOK_USERNAME: 'u', OSTATOK_PASSWORD: 'p' };
  t.like(readVenue(env, pairing), { url: 'http://bar.localhost:3000', credentials: { username: 'u', password: 'p' } });
  const error = t.throws(() => readVenue({ OSTATOK_VENUE_URL: 'bar' }, pairing));
  t.regex(error?.message ?? '', /OSTATOK_VENUE_URL[\s\S]*OSTATOK_TOKEN/);
  t.deepEqual(simulated('1,2'), [1, 2]);
  t.deepEqual(simulated(''), [1160, 705, 480]);
  t.throws(() => simulated('many'), { message: /граммы/ });
});

test('an address is understood as people type it', (t) => {
  t.is(venueUrlFrom(' http://bar.localhost:3000/scan/ '), 'http://bar.localhost:3000');
  t.is(venueUrlFrom('bar.localhost:3000'), 'http://bar.localhost:3000');
  t.is(venueUrlFrom('bar.example.ru'), 'https://bar.example.ru');
  for (const typed of ['', '   ', 'http://']) t.throws(() => venueUrlFrom(typed), { message: /не адрес/ });
});

test('settings are where each system keeps them', async (t) => {
  t.is(configFolder({}, 'linux', '/home/a'), '/home/a/.config/ostatok');
  t.is(configFolder({ XDG_CONFIG_HOME: '/x' }, 'linux', '/home/a'), '/x/ostatok');
  t.is(configFolder({}, 'darwin', '/Users/a'), '/Users/a/Library/Preferences/ostatok');
  t.regex(configFolder({ APPDATA: 'C:\\R' }, 'win32', 'C:\\U'), /^C:\\R.ostatok.Config$/);
  t.is(configFolder({ OSTATOK_CONFIG_DIR: '/y' }, 'linux', '/home/a'), '/y');
});

test('a bridge that was killed does not keep the next one from starting', async (t) => {
  const folder = await newConfigFolder();
  const env = { OSTATOK_VENUE_URL: 'http://127.0.0.1:9', OSTATOK_TOKEN: 'x' };
  const start = () => startBridgeProcess(t, ['--simulate=0'], { folder, env });
  const killed = start();
  await killed.says('Пробные весы');
  killed.kill('SIGKILL');
  await killed.ended;

  const bridge = start();
  await bridge.says('Пробные весы');
  bridge.kill('SIGINT');
  t.is(await bridge.ended, 0);
});
