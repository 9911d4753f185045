import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import test from 'ava';
import { root, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { prometheus, startForwarding, startPrometheus } from '../support/watching/prometheus.ts';

const run = promisify(execFile);
const TOKEN = 'a-token-of-the-watch';
const files = join(root, 'docs/watching');
const alertTests = join(root, 'test/support/watching/alerts.test.yml');
const read = (name: string): Promise<string> => readFile(join(files, name), 'utf8');

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform({ METRICS_TOKEN: TOKEN });
});
test.after.always(() => platform?.stop());

const [prometheusTest, why] = prometheus
  ? [test, '']
  : [test.skip, " (no Prometheus here: Debian's package prometheus)"];

const valuesOf = (text: string, key: string): string[] =>
  [...text.matchAll(new RegExp(`^ *(?:- )?${key}: (.+)$`, 'gm'))].flatMap(([, value]) => value ?? []);

async function shownInDashboard(): Promise<string[]> {
  const panels: { targets?: { expr: string }[] }[] = JSON.parse(await read('dashboard.json')).panels;
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}

test('every metric of the dashboard and of the alert rules is one that the platform gives, with those labels', async (t) => {
  const answer = await fetch(`${platform.url}/metrics`);
  const text = await answer.text();
  const given = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name));
  const shown = await shownInDashboard();
  const rules = valuesOf(await read('alerts.yml'), 'expr');
  t.true(shown.length > 40, `${shown.length}`);
  t.true(rules.length > 25, `${rules.length}`);
  for (const expr of [...shown, ...rules]) {
    const names = expr.match(/\b(?:ostatok|process|nodejs)_\w+/g) ?? [];
    t.true(names.length > 0 || expr.startsWith("'up{"), expr);
    for (const name of names) t.true(given.has(name.replace(/_(bucket|sum|count)$/, '')) || given.has(name), name);
  }
  t.false(/\bexported_/.test(shown.join()), 'no label is one that Prometheus sets itself');
  t.notRegex(text, /^ostatok_.*[{,](job|instance)="/m);
});

test('every metric that the platform gives of itself is shown', async (t) => {
  const text = await (await fetch(`${platform.url}/metrics`)).text();
  const shown = `${await read('dashboard.json')}${await read('alerts.yml')}`;
  for (const [, name = ''] of text.matchAll(/^# TYPE (ostatok_\S+) /gm)) t.true(shown.includes(name), name);
});

test('each alert says in Russian what is wrong and which command mends it, and has a test', async (t) => {
  const rules = await read('alerts.yml');
  const alerts = valuesOf(rules, 'alert');
  const commands = valuesOf(rules, 'command');
  const summaries = valuesOf(rules, 'summary');
  t.is(new Set(alerts).size, alerts.length);
  t.is(commands.length, alerts.length);
  t.is(summaries.length, alerts.length);
  for (const summary of summaries) t.regex(summary, /^'(\S+ )?[А-ЯЁ]?[а-яё]+|^'Telegram/);
  const tested = new Set(valuesOf(await readFile(alertTests, 'utf8'), 'alertname'));
  t.deepEqual([...tested].toSorted(), alerts.toSorted());
  const explained = await readFile(join(root, 'docs/operations.md'), 'utf8');
  for (const alert of alerts) t.true(explained.includes(`\`${alert}\``), alert);
});

prometheusTest(
  `promtool finds the alert rules and the settings right, and each alert is raised when it should be${why}`,
  async (t) => {
    const { promtool } = prometheus ?? { promtool: '' };
    const checked = await run(promtool, ['check', 'rules', join(files, 'alerts.yml')]);
    t.regex(checked.stdout, /SUCCESS: \d+ rules found/);
    t.regex((await run(promtool, ['test', 'rules', alertTests])).stdout, /SUCCESS/);
    t.regex(
      (await run(promtool, ['check', 'config', '--syntax-only', join(files, 'prometheus.yml')])).stdout,
      /SUCCESS/,
    );
  },
);

prometheusTest(`Prometheus loads the rules and reads the platform through a proxy, by the token${why}`, async (t) => {
  if (!prometheus) return t.fail();
  const target = await startForwarding(t, platform.port);
  t.is((await fetch(`http://${target}/metrics`)).status, 401, 'without the token it is closed');
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-watching-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await cp(files, folder, { recursive: true });
  await writeFile(join(folder, 'ostatok-token'), TOKEN);
  const example = await read('prometheus.yml');
  const settings = example
    .replace('scheme: https', 'scheme: http')
    .replace('bars.example', target)
    .replaceAll(': 15s', ': 1s');
  t.is(settings.split('1s').length, 3, 'the example reads often enough for a test');
  await writeFile(join(folder, 'prometheus.yml'), settings);

  const ask = await startPrometheus(t, prometheus, join(folder, 'prometheus.yml'));

  const targets = async () => (await ask('targets')).activeTargets;
  await until(async () => !['unknown', undefined].includes((await targets())[0]?.health), 'it has read the platform');
  t.deepEqual(
    (await targets()).map(({ health, lastError }: { health: string; lastError: string }) => [health, lastError]),
    [['up', '']],
  );
  const { groups } = await ask('rules');
  const rules = groups.flatMap((group: { rules: unknown[] }) => group.rules);
  t.is(rules.length, valuesOf(await read('alerts.yml'), 'alert').length);
  await until(async () => {
    const { groups: evaluated } = await ask('rules');
    return evaluated.every(({ lastEvaluation }: { lastEvaluation: string }) => !lastEvaluation.startsWith('0001'));
  }, 'the rules are evaluated');
  const health = (await ask('rules')).groups.flatMap(({ rules: some }: { rules: { name: string; health: string }[] }) =>
    some.filter((rule) => rule.health !== 'ok').map(({ name }) => name),
  );
  t.deepEqual(health, []);
  for (const expr of await shownInDashboard()) {
    const answer = await ask(`query?query=${encodeURIComponent(expr)}`);
    t.truthy(answer, `Prometheus does not understand: ${expr}`);
  }
  const found = await ask('query?query=ostatok_tenants_running');
  t.is(found.result[0].metric.job, 'ostatok');
});
