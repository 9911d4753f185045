import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { actionLabel, activityLabels } from '../../api/contract/activity-labels.ts';
import { securityEvents } from '../../api/contract/security.ts';
import { serveAdminPages, signedIn } from '../support/admin-pages/admin-pages.ts';
import { browserTest } from '../support/browser/browser.ts';
import { until } from '../support/run/until.ts';

const sources = join(import.meta.dirname, '../../api/src');

/** The action names in a source that records any, and the prefixes of those that it composes from two parts. */
function wordsIn(source: string): { words: string[]; kinds: string[] } {
  if (!/activity\??\.record\(/.test(source)) return { words: [], kinds: [] };
  const whole = [...source.matchAll(/'([a-z_]+\.[a-z_]+)'/g)];
  const parts = [...source.matchAll(/`([a-z_]+)\.\$\{[\w.]+\}`/g)];
  const words = whole.map(([, word = '']) => word).filter((word) => word !== 'list.xlsx');
  return { words, kinds: parts.map(([, kind = '']) => kind) };
}

test('every action that the platform records has a Russian label of its own, and another is shown as it is', (t) => {
  const labels = Object.entries(activityLabels);
  const texts = globSync('**/*.ts', { cwd: sources }).map((path) => readFileSync(join(sources, path), 'utf8'));
  const all = texts.map(wordsIn);
  // a source may hand an action to another one that records it
  const isNamed = (word: string): boolean => texts.some((text) => text.includes(`'${word}'`));
  const words = new Set(all.flatMap((found) => found.words));
  const kinds = new Set(all.flatMap((found) => found.kinds));
  t.log(`${words.size} words and ${kinds.size} kinds are recorded, ${labels.length} have labels`);
  // the security log has names of its own
  for (const word of words) t.true(word in activityLabels || word in securityEvents, word);
  for (const kind of kinds)
    t.true(
      labels.some(([word]) => word.startsWith(`${kind}.`)),
      kind,
    );
  // the compiler checks the rest: recorded actions have the type of the labels' keys
  for (const [word] of labels) t.true(isNamed(word) || kinds.has(word.split('.')[0] ?? ''), `${word} is not recorded`);
  for (const [, label] of labels) t.regex(label, /^[А-ЯЁ][а-яё]+( [а-яё]+)*( Excel)?$/);
  t.is(new Set(labels.map(([, label]) => label)).size, labels.length);
  t.is(actionLabel('user.blocked'), 'Пользователь заблокирован');
  t.is(actionLabel('venue.renamed'), 'venue.renamed');
});

const entry = (id: number, action: string) => ({
  id,
  action,
  at: '2026-11-22T10:00:00Z',
  actor_id: null,
  actor_email: null,
  description: `Запись ${id}`,
  target: null,
  ip: null,
  can_undo: false,
  undone_at: null as string | null,
  undone_by: null as string | null,
});

browserTest(
  'the journal takes back what can be taken back after a question, tells why not, and marks what was',
  async (t, { page }) => {
    const data = [{ ...entry(1, 'user.blocked'), can_undo: true }, entry(2, 'tenant.ordered')];
    const pages = await serveAdminPages([{ path: 'activity', rows: 'activity', row: 'entry', data }]);
    t.teardown(() => pages.stop());
    const newer = { success: false, code: 'newer_act', error: 'С тех пор сделано другое: «Разблокирован»' };
    pages.answers['POST /admin/activity/1/undo'] = [409, newer];
    await signedIn(page);
    await page.goto(`${pages.url}/admin/journal`);
    const undo = page.getByRole('button', { name: 'Отменить: Запись 1' });
    const question = page.getByRole('alertdialog', { name: 'Вернуть как было?' });
    await undo.click();
    t.is(await page.getByRole('button', { name: 'Отменить: Запись 2' }).count(), 0);
    await question.getByText('Будет отменено: Запись 1').waitFor();
    await question.getByRole('button', { name: 'Отмена' }).click();
    t.is(pages.of('POST /admin/activity/1/undo').length, 0);
    await undo.click();
    await question.getByRole('button', { name: 'Вернуть' }).click();
    await page.getByText('С тех пор сделано другое: «Разблокирован»').waitFor();

    pages.answers['POST /admin/activity/1/undo'] = () => {
      Object.assign(data[0] ?? {}, {
        can_undo: false,
        undone_at: '2026-11-22T11:00:00Z',
        undone_by: 'anna@bars.example',
      });
      return [200, { success: true, activity: data[0], message: 'Отменено: Запись 1' }];
    };
    await undo.click();
    await question.getByRole('button', { name: 'Вернуть' }).click();
    await page.getByText('Отменено: Запись 1').waitFor();
    await page.getByRole('row').filter({ hasText: 'Запись 1' }).getByText('Отменено', { exact: true }).waitFor();
    t.is(await undo.count(), 0);
  },
  { viewport: { width: 1440, height: 900 } },
);

browserTest(
  'the journal names each action in Russian and finds by it, also one that it has no name for',
  async (t, { page }) => {
    const data = [entry(1, 'user.blocked'), entry(2, 'plan.archived'), entry(3, 'venue.renamed')];
    const pages = await serveAdminPages([{ path: 'activity', rows: 'activity', row: 'entry', data }]);
    t.teardown(() => pages.stop());
    await signedIn(page);
    await page.goto(`${pages.url}/admin/journal`);
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    await row('Запись 1').getByText('Пользователь заблокирован').waitFor();
    await row('Запись 3').getByText('venue.renamed').waitFor();
    await page.getByLabel('Действие').selectOption({ label: 'Тариф в архиве' });
    await row('Запись 1').waitFor({ state: 'detached' });
    await row('Запись 2').getByText('Тариф в архиве').waitFor();
    await page.goto(`${pages.url}/admin/journal?action=venue.renamed`);
    await row('Запись 3').waitFor();
    await until(
      async () => (await page.getByLabel('Действие').inputValue()) === 'venue.renamed',
      'the filter shows it',
    );
    await row('Запись 3').click();
    await page.getByRole('heading', { name: 'Запись 3' }).waitFor();
    t.is(await row('Запись 1').count(), 0);
  },
  { viewport: { width: 1440, height: 900 } },
);
