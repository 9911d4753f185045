import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@ostatok/kit/node/db.ts';
import { shows, widest } from '../support/cli/cli.ts';
import { commands, routes, setUpVenuesCli, test } from '../support/cli/venues-cli.ts';
import { newBot, newOwner, signInTo } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';

setUpVenuesCli();

test.serial('the doctor finds nothing where all is well, and fails while others may read the secrets', async (t) => {
  const { ways, platform } = t.context;

  const well = await ways.both('doctor');
  await mkdir(join(platform.home, 'secrets'), { mode: 0o755, recursive: true });
  const ill = await ways.both('doctor');
  await rmdir(join(platform.home, 'secrets'));

  t.deepEqual([well.code, well.terminalCode, ill.code, ill.terminalCode], [0, 0, 1, 1]);
  t.deepEqual(well.json, { success: true, findings: [] });
  shows(t, well.screen, 'Всё в порядке');
  t.like(ill.json, { success: false, findings: [{ id: 'file_modes', level: 'unsafe' }] });
  shows(t, ill.screen, 'chmod go=');
});

test.serial('a cleanup is audited and planned, set aside after a question, and taken back', async (t) => {
  const { platform, ways } = t.context;
  const owner = await newOwner(platform, 'corporate');
  const makeTest = async (name: string): Promise<void> => {
    const { token } = await newBot(platform);
    const input = { subdomain: `test-${name}`, botToken: token, adminUsername: 'boss' };
    t.is((await owner.call('POST', '/api/provision/create', input)).status, 201);
  };
  await Promise.all([makeTest('one'), makeTest('two')]);

  const audit = await ways.both('cleanup audit', ['--all']);
  t.is(audit.json.stats.test_tenants, 2);
  shows(t, audit.screen, 'Тестовых');
  const plan = await ways.both('cleanup plan', ['test_tenants']);
  t.is(plan.json.plan.total, 2);
  shows(t, plan.screen, 'test-one');
  const nothing = await ways.json('cleanup run', ['orphaned_nginx', '--yes']);
  t.like(nothing.json, { success: true, plan: { total: 0 } });
  t.is((await ways.json('cleanup run', ['test_tenants'])).json.code, 'not_confirmed');
  const unknown = await ways.json('cleanup run', ['test_tenants', '--only', 'test-three', '--yes']);
  t.is(unknown.json.code, 'not_in_plan');
  const keys = plan.json.plan.items.flatMap(({ key }: { key: string }) => ['--only', key]);
  const run = await ways.json('cleanup run', ['test_tenants', ...keys, '--yes']);
  t.like(run.json, { success: true, deleted: 2, found: 2 });
  const kept = await ways.both('cleanup quarantine');
  t.is(kept.json.total, 2);
  shows(t, kept.screen, 'хранится');
  const [first, second] = kept.json.quarantine;
  t.is((await ways.json('cleanup restore', [first.id])).json.item.status, 'restored');
  shows(t, (await ways.terminal('cleanup restore', [second.id])).screen, 'Возвращено');
  const seen = await ways.terminal('cleanup run', ['test_tenants'], { answers: [['Выполнить для всех (2)?', 'y\n']] });
  t.is(seen.code, 0, seen.screen);
  shows(t, seen.screen, 'Готово');
});

test.serial('images are listed; one that is in use stays', async (t) => {
  const { ways } = t.context;
  const list = await ways.both('images list');
  const [image] = list.json.images;

  const built = await ways.json('images build');
  t.is(built.json.operation.message, `Собран образ выпуска ${image.tag}`);
  const again = await ways.terminal('images build');
  shows(t, again.screen, 'Собран образ');
  const refused = await ways.json('images delete', [image.id.replace(/^sha256:/, '').slice(0, 12), '--yes']);
  const seen = await ways.terminal('images delete', ['ffffffffffff']);

  const used = await ways.json('images use', [image.tag, '--yes']);
  const asked = await ways.terminal('images use', [image.tag], { answers: [['Запускать заведения из', 'y\n']] });

  shows(t, list.screen, image.repository);
  shows(t, list.screen, 'для всех');
  t.like(used.json, { success: true, image: { is_default: true } });
  shows(t, asked.screen, `Заведения запускаются из tenant-runtime:${image.tag}`);
  t.is(refused.code, 1);
  t.is(refused.json.code, 'image_in_use');
  shows(t, seen.screen, 'Образа ffffffffffff нет');
});

test.serial('the platform is checked, counted and measured', async (t) => {
  const { ways, platform } = t.context;
  const suites = await ways.both('diagnostics suites');
  const auth = await ways.json('diagnostics run', ['auth']);
  const seen = await ways.terminal('diagnostics run', ['catalog']);
  const stats = await ways.both('diagnostics stats');
  const disk = await ways.both('diagnostics disk', ['--fresh']);

  t.deepEqual(
    suites.json.suites.map(({ name }: { name: string }) => name),
    ['database', 'auth', 'provisioning', 'catalog', 'admin', 'docker'],
  );
  t.true(auth.json.success, JSON.stringify(auth.json.results));
  t.true(auth.json.results.length > 0);
  t.is(seen.code, 0, seen.screen);
  t.regex(seen.screen, /Прошло \d+, с замечаниями \d+, не прошло 0/);
  t.true(stats.json.stats.platform.tenants.total > 0);
  shows(t, stats.screen, 'Заведения');
  t.true(disk.json.disk.recommendations.length > 0);
  shows(t, disk.screen, 'Резервные копии');
  // blocks the checks of the catalogue, so that they do not end before the command is left
  const held = await platform.db.transaction();
  await held.raw('lock table aliases in access exclusive mode');
  const left = await ways.terminal('diagnostics run', [], { answers: [['Ctrl-C — отойти', '\u0003']] });
  const [, id = ''] = /operations follow ([\da-f-]{36})/.exec(left.screen.replaceAll('\n', '')) ?? [];
  t.true((await ways.json('operations cancel', [id])).json.success, left.screen);
  await held.rollback();
  t.is((await ways.json('operations follow', [id.slice(0, 13)])).json.operation.status, 'canceled');
});

test.serial('a terminal that watches the platform shows it until q', async (t) => {
  const { ways } = t.context;

  const { code, screen } = await ways.terminal('status', ['--watch', '--every', '1'], {
    answers: [['Ctrl-C — выйти', 'q']],
  });
  const script = await ways.json('status', ['--watch']);

  t.is(code, 0, screen);
  shows(t, screen, 'Последнее');
  shows(t, screen, 'работает');
  t.true(widest(screen) <= 80);
  t.is(script.json.code, 'no_terminal');
});

test.serial('the platform’s own log is read as a person reads, from the platform or from a pipe', async (t) => {
  const { ways, platform } = t.context;
  const line = JSON.stringify({ level: 40, time: Date.parse('2026-11-23T23:12:38Z'), name: 'platform', msg: 'Тесно' });
  await writeFile(join(platform.home, 'platform.log'), `${line}\n`);

  const read = await ways.both('logs');
  const piped = await ways.terminal('logs', ['--file', join(platform.home, 'platform.log')]);

  t.deepEqual(read.json.lines, [{ at: '2026-11-23T23:12:38.000Z', level: 'warn', message: 'Тесно' }]);
  for (const { screen } of [read, piped]) shows(t, screen, '24.11 02:12:38  ВНИМАНИЕ  Тесно');
});

test.serial('which venue takes the processor is seen at once', async (t) => {
  const { ways, venue } = t.context;
  await signInTo(t.context.platform, venue);
  const top = await ways.both('tenants top');

  const row = top.json.tenants.find(({ tenant_id }: { tenant_id: string }) => tenant_id === venue.id);
  t.true(row.memory_bytes > 10_000_000 && row.cpu_percent >= 0);
  shows(t, top.screen, venue.subdomain);
  t.true(widest(top.screen) <= 80);
});

test.serial('a long work that is left with Ctrl-C goes on, and says how to return to it', async (t) => {
  const { ways, platform, venue } = t.context;
  const address = new URL(platform.databaseUrl);
  address.pathname = `/${venue.id}`;
  const inside = connect(address.href, { max: 1 });
  const held = await inside.transaction();
  await held.raw('lock table items in access exclusive mode');

  const left = await ways.terminal('backups create', ['--all'], { answers: [['Ctrl-C — отойти', '\u0003']] });
  await held.rollback();
  await inside.destroy();

  t.is(left.code, 1, left.screen);
  const [, id] = /ostatok operations follow ([\w-]+)/.exec(left.screen.replaceAll('\n', '')) ?? [];
  t.truthy(id, left.screen);
  const isDone = async () => (await platform.db('operations').where({ id }).first('status'))?.status === 'done';
  await until(isDone, 'the end of the work');
});

test.serial(
  'every route of the administrator about the platform itself is asked for by a command that ran here',
  (t) => {
    t.deepEqual(commands.missing(routes.list(), 'upkeep'), []);
  },
);
