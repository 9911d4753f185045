import { randomUUID } from 'node:crypto';
import type { Item } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { send, shows, signIn } from '../support/panel/panel.ts';
import { openAs } from '../support/panel/panel-counts.ts';
import { openVenue } from '../support/panel/venue.ts';

browserTest(
  'the log is read to its end, follows the venue without moving under the reader, and is filtered',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const items = await Promise.all(['Джемесон', 'Белуга'].map((name) => venue.createItem({ name, quantity: 500 })));
    for (let batch = 0; batch < 2; batch += 1) {
      const changes = Array.from({ length: 200 }, (_, n) => ({
        id: randomUUID(),
        itemId: items[n % 2]?.id,
        delta: -0.5,
        source: 'web',
        ...(n === 0 && batch === 0 ? { reason: 'comp', note: 'первый гость' } : {}),
      }));
      await venue.user.post('/api/changes').send({ changes });
    }
    await signIn(page, venue);
    await page.goto(`${venue.url}/changes`);
    const list = page.getByRole('main').getByRole('list');
    await list.getByRole('listitem').first().waitFor();
    t.true((await list.getByRole('listitem').count()) < 60, 'only what is in sight is drawn');
    await page.getByRole('main').evaluate((main) => main.scrollTo({ top: 2_000 }));
    const inView = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('main li')].find((row) => row.getBoundingClientRect().top > 200)?.textContent,
      );
    let reading = await inView();
    // rows that scroll into view are measured and move those below them
    for (let before: typeof reading; before !== reading || !reading; ) {
      before = reading;
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      reading = await inView();
    }
    await send(venue, items[0]?.id ?? 0, 7);
    await page.getByRole('button', { name: '1 новое' }).waitFor();
    t.is(await inView(), reading);
    await page.getByRole('button', { name: '1 новое' }).click();
    await list.getByRole('listitem').first().getByText('+7').waitFor();

    await page.getByText('первый гость').waitFor({ state: 'detached' });
    await page.waitForFunction(() => {
      const main = document.querySelector('main');
      main?.scrollTo({ top: main.scrollHeight });
      return main?.textContent?.includes('первый гость');
    });
    await page.getByLabel('Причина').selectOption({ label: 'Угощение' });
    await page.waitForURL(/reason=comp/);
    await page.waitForFunction(() => document.querySelectorAll('main li').length === 1);
    await page.getByRole('button', { name: /^Отменить: / }).click();
    await list.getByText('отменено').waitFor();
  },
);

browserTest(
  'the days of the log are those of the bar, wherever it is read',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const { id: itemId } = await venue.createItem({ name: 'Джемесон' });
    const day = new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10);
    const change = { id: randomUUID(), itemId, delta: 0.7, source: 'web', confirmed: true, at: `${day}T10:00:00Z` };
    t.is((await venue.user.post('/api/changes').send({ changes: [change] })).body.results[0].status, 'applied');

    // in Moscow it is the evening of that day, in Bangkok the next one has begun
    await page.clock.install({ time: new Date(`${day}T18:30:00Z`) });
    await openAs(page, venue, venue.admin, '/changes?period=yesterday');
    await page.getByText('Таких изменений нет').waitFor();
    await page.getByLabel('Период').selectOption({ label: 'Сегодня' });
    await page.getByRole('main').getByRole('listitem').filter({ hasText: '+0,7' }).waitFor();
  },
  { timezoneId: 'Asia/Bangkok' },
);

browserTest(
  'discrepancies are drawn in roubles and units, sorted by loss, and say what to do when there are none',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await signIn(page, venue);
    await page.goto(`${venue.url}/discrepancies`);
    await page.getByRole('link', { name: 'Загрузить остатки по учёту' }).waitFor();
    await venue.createItem({ name: 'Белуга', quantity: 1, expected: 4, cost: 100, category: 'Водка', group: 'strong' });
    await venue.createItem({ name: 'Кола', quantity: 3, expected: 1, cost: 50, category: 'Соки', group: 'soft' });
    await venue.createItem({
      name: 'Джемесон',
      quantity: 1,
      expected: 2,
      cost: 900,
      category: 'Виски',
      group: 'strong',
    });
    await page.getByText('−1 200').first().waitFor();
    const first = page.locator('tbody tr').first();
    await first.filter({ hasText: 'Джемесон' }).waitFor();
    await page.getByRole('button', { name: 'В рублях' }).first().waitFor();
    await page.getByRole('columnheader', { name: 'Разница' }).getByRole('button').click();
    await first.filter({ hasText: 'Белуга' }).waitFor();
    await page.getByRole('columnheader', { name: 'В рублях' }).getByRole('button').click();
    await first.filter({ hasText: 'Джемесон' }).waitFor();
    await page.getByRole('button', { name: 'Безалкогольные' }).click();
    await page.waitForURL(/group=soft/);
    await page.getByText('Белуга').waitFor({ state: 'detached' });

    const { count } = (await venue.admin.post('/api/counts').send({ key: randomUUID(), scope: 'all' })).body;
    const items: Item[] = (await venue.admin.get('/api/items')).body.items;
    const entries = items.map(({ id }) => ({ id: randomUUID(), itemId: id, quantity: 1, source: 'web' }));
    await venue.user.post(`/api/counts/${count.id}/entries`).send({ entries });
    t.is((await venue.admin.post(`/api/counts/${count.id}/close`).send({ uncounted: 'keep' })).status, 200);
    const overCounts = page.getByRole('region', { name: 'По подсчётам' });
    await overCounts.locator('svg.recharts-surface').waitFor();
    await overCounts.getByRole('row', { name: /1.200/, includeHidden: true }).waitFor({ state: 'attached' });
    t.deepEqual(await seriousViolations(page), []);
  },
);

browserTest('a reason chosen beside the minus stands in the log and among the losses', async (t, { page }) => {
  const venue = await openVenue(t);
  const jameson = await venue.createItem({ name: 'Джемесон', quantity: 5, cost: 2000 });
  await signIn(page, venue);
  await page.getByLabel('Расход: Джемесон').click();
  await page.getByRole('button', { name: 'Списание' }).click();
  await page.getByLabel('Сколько').fill('0,5');
  await page.getByRole('button', { name: 'Записать', exact: true }).click();
  await shows(page, 'Джемесон', '4,5');
  await page.getByTestId('live-line').getByText('−0,5').waitFor();
  const [change] = (await venue.admin.get(`/api/changes?item=${jameson.id}`)).body.changes;
  t.like(change, { reason: 'waste', method: 'typed', delta: -0.5 });
  await page.goto(`${venue.url}/discrepancies?tab=losses`);
  await page.getByRole('cell', { name: /1\s000/ }).waitFor();
});

browserTest('a blind counter is shown no quantity, and is told why the reports are closed', async (t, { page }) => {
  const venue = await openVenue(t);
  await venue.createItem({ name: 'Джемесон', quantity: 5.25, expected: 7.75 });
  const password = await venue.services.users.resetPassword(venue.user.id, venue.user);
  await page.goto(venue.url);
  await page.getByLabel('Логин').fill('barman');
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await shows(page, 'Джемесон', '5,25');

  const opened = await venue.admin.post('/api/counts').send({ key: randomUUID(), scope: 'all', blind: true });
  t.is(opened.status, 201);
  await page
    .getByRole('gridcell', { name: /скрыто/ })
    .first()
    .waitFor();
  await page.getByText('Идёт слепой подсчёт').first().waitFor();
  t.notRegex(await page.getByRole('grid').innerText(), /5,25|7,75/);
  await page.goto(`${venue.url}/discrepancies`);
  await page.getByRole('heading', { name: 'Пока идёт слепой подсчёт, отчёт закрыт' }).waitFor();

  await venue.admin.post(`/api/counts/${opened.body.count.id}/cancel`).send({ reason: 'проба' });
  await page.getByText('5,25').waitFor();
});
