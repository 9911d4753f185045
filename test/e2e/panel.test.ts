import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { Item } from '@ostatok/tenant-runtime/contract/items.ts';
import type { ExecutionContext } from 'ava';
import ExcelJS from 'exceljs';
import type { Page } from 'playwright-core';
import { browserTest, seriousViolations } from '../support/browser.ts';
import { startLink } from '../support/cuttable-link.ts';
import { panelScreens } from '../support/panel-screens.ts';
import { startTenant, type Tenant } from '../support/tenant.ts';

const runtime = join(import.meta.dirname, '../../tenant-runtime');
const panel = join(runtime, 'dist/panel');
if (!existsSync(join(panel, 'index.html'))) throw new Error('The pages are not built: npm run build');

const openVenue = (t: ExecutionContext): Promise<Tenant> =>
  startTenant(t, { pages: { panel, scanner: join(runtime, 'dist/scanner') } });

/** Signs a new administrator in through the form, as a user does; the tenant's own administrator keeps its token. */
async function signIn(page: Page, venue: Tenant): Promise<void> {
  const who = await venue.asNewUser('maria', 'admin', 'Мария');
  const password = await venue.services.users.resetPassword(who.id, who);
  await page.goto(venue.url);
  await page.getByLabel('Логин').fill(who.username);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByRole('navigation').waitFor();
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const shows = (page: Page, name: string, quantity: string) =>
  rowOf(page, name).getByText(quantity, { exact: true }).waitFor();
const send = (venue: Tenant, itemId: number, delta: number) =>
  venue.user.post('/api/changes').send({ changes: [{ id: randomUUID(), itemId, delta, source: 'web' }] });
const quantityOf = async (venue: Tenant, id: number): Promise<number> =>
  (await venue.admin.get(`/api/items/${id}`)).body.item.quantity;

browserTest('what one person writes the other sees at once: who, when and by how much', async (t, { page }) => {
  const venue = await openVenue(t);
  const jameson = await venue.createItem({ name: 'Джемесон', quantity: 4.6 });
  await signIn(page, venue);
  await shows(page, 'Джемесон', '4,6');

  await send(venue, jameson.id, 0.7);

  await shows(page, 'Джемесон', '5,3');
  await page
    .getByTestId('live-line')
    .filter({ hasText: /Джемесон \+0,7\sл — Иван, только что/ })
    .waitFor();
  t.pass();
});

browserTest('a change is made by the keyboard alone, with a decimal comma, and undone', async (t, { page }) => {
  const venue = await openVenue(t);
  const jameson = await venue.createItem({ name: 'Джемесон', quantity: 5 });
  await venue.createItem({ name: 'Белуга', quantity: 1 });
  await signIn(page, venue);
  await rowOf(page, 'Белуга').waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('джем');
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.activeElement?.tagName === 'TR');
  await page.keyboard.press('-');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('0,7');
  await page.getByRole('dialog').getByText('4,3').waitFor();
  await page.keyboard.press('Enter');

  await shows(page, 'Джемесон', '4,3');
  await page.getByTestId('live-line').getByRole('button', { name: 'Отменить' }).click();
  await page.getByText('Отменено: Джемесон').waitFor();
  await shows(page, 'Джемесон', '5');
  t.is(await quantityOf(venue, jameson.id), 5);
});

browserTest(
  'what was entered and what others changed without a connection is there when it is back',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const jameson = await venue.createItem({ name: 'Джемесон', quantity: 5 });
    const beluga = await venue.createItem({ name: 'Белуга', quantity: 1 });
    await signIn(page, venue);
    await rowOf(page, 'Белуга').waitFor();

    await page.context().setOffline(true);
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.getByLabel('Приход: Джемесон').click();
    await page.getByLabel('Сколько').fill('0,5');
    await page.getByRole('button', { name: 'Записать' }).click();
    await shows(page, 'Джемесон', '5,5');
    await page.getByText('1 изменение ждёт связи').waitFor();
    await send(venue, beluga.id, 2);
    t.is(await quantityOf(venue, jameson.id), 5);

    await page.context().setOffline(false);

    await page.getByText('1 изменение ждёт связи').waitFor({ state: 'detached' });
    await shows(page, 'Белуга', '3');
    t.is(await quantityOf(venue, jameson.id), 5.5);
  },
);

browserTest(
  'an item is added with words for every mistake, edited and deleted after one question',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await signIn(page, venue);
    await page.getByRole('button', { name: 'Добавить вручную' }).click();
    const card = page.getByRole('dialog');
    await card.getByRole('button', { name: 'Добавить' }).click();
    await card.getByText('Введите название').waitFor();
    await card.getByLabel('Название').fill('Апероль');
    await card.getByLabel('Есть сейчас').fill('2,5');
    await card.getByRole('button', { name: 'Добавить' }).click();
    await shows(page, 'Апероль', '2,5');

    await page.getByLabel('Карточка: Апероль').click();
    await card.getByLabel('Категория').fill('Ликёры');
    await card.getByRole('button', { name: 'Сохранить' }).click();
    await rowOf(page, 'Апероль').getByText('Ликёры').first().waitFor();

    await page.getByLabel('Карточка: Апероль').click();
    await card.getByRole('button', { name: 'Удалить позицию' }).click();
    await card.getByRole('button', { name: 'Удалить', exact: true }).click();
    await page.getByText('Позиций пока нет').waitFor();
    t.is((await venue.admin.get('/api/items')).body.pagination.total, 0);
  },
);

async function priceList(): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet('Прайс');
  sheet.addRows([
    ['Наименование', 'Ед. изм.', 'Остаток', 'Цена'],
    ['Джемесон', 'л', 4.6, 2100],
    ['Белуга', 'л', 'много', 1500],
  ]);
  return Buffer.from(await book.xlsx.writeBuffer());
}

browserTest('a price list is previewed with its bad rows, loaded, and taken back whole', async (t, { page }) => {
  const venue = await openVenue(t);
  await signIn(page, venue);
  await page.getByRole('link', { name: 'Загрузить из Excel' }).click();
  const file = { name: 'прайс.xlsx', mimeType: 'application/octet-stream', buffer: await priceList() };
  await page.getByLabel('Файл Excel').setInputFiles(file);

  await page.getByText('Строка 3').first().waitFor();
  t.is((await venue.admin.get('/api/items')).body.pagination.total, 0, 'nothing before the person agrees');
  await page.getByRole('button', { name: /^Загрузить \d+ стро/ }).click();
  await page.getByRole('button', { name: 'Отменить загрузку: прайс.xlsx' }).waitFor();
  await page.getByRole('link', { name: 'Остатки', exact: true }).click();
  await shows(page, 'Джемесон', '4,6');

  await page.getByRole('link', { name: 'Excel', exact: true }).click();
  await page.getByRole('button', { name: 'Отменить загрузку: прайс.xlsx' }).click();
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await page.getByText('отменён', { exact: true }).waitFor();
  t.is((await venue.admin.get('/api/items')).body.pagination.total, 0);
});

browserTest('a password is shown once, and the person signs in with it', async (t, { page, another }) => {
  const venue = await openVenue(t);
  await signIn(page, venue);
  await page.getByRole('link', { name: 'Люди' }).click();
  await page.getByLabel('Сбросить пароль: barman').click();
  await page.getByRole('button', { name: 'Сбросить', exact: true }).click();
  const password = await page.getByLabel('Новый пароль').inputValue();
  await page.getByRole('button', { name: 'Готово' }).click();
  t.is(await page.getByText(password).count(), 0);

  const theirs = await another();
  await theirs.goto(venue.url);
  await theirs.getByLabel('Логин').fill('barman');
  await theirs.getByLabel('Пароль', { exact: true }).fill(password);
  await theirs.getByRole('button', { name: 'Войти' }).click();
  await theirs.getByText('Их добавит администратор заведения').waitFor();
  t.is(await theirs.getByRole('link', { name: 'Люди' }).count(), 0);
});

/** Many items, inserted directly into the database: the test is about the screen. */
async function stock(venue: Tenant, count: number, fieldsOf: (index: number) => object = () => ({})): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const name = `Позиция ${index}`;
    return { name, search_name: name.toLowerCase(), unit: 'л', ...fieldsOf(index) };
  });
  for (let from = 0; from < rows.length; from += 1000) await venue.db('items').insert(rows.slice(from, from + 1000));
}

browserTest(
  'what changed five hundred times while the wire was cut is there when it is mended',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await stock(venue, 60);
    const items: { id: number }[] = (await venue.admin.get('/api/items?limit=100')).body.items;
    await signIn(page, venue);
    const link = await startLink(t, venue.url);
    const session = await page.evaluate(() => localStorage.getItem('ostatok.session') ?? '');
    await page.goto(`${link.url}/mark.svg`);
    await page.evaluate((kept) => localStorage.setItem('ostatok.session', kept), session);
    await page.goto(link.url);
    await page.locator('table[aria-rowcount="61"]').waitFor();
    await page.getByText('На связи').waitFor();

    await link.cut();
    await page.getByText('Нет связи').first().waitFor();
    for (let batch = 0; batch < 10; batch += 1) {
      const changes = Array.from({ length: 50 }, (_, n) => ({
        id: randomUUID(),
        itemId: items[(batch * 7 + n * 11) % items.length]?.id,
        delta: ((n % 9) - 3) / 4 || 0.7,
        source: 'web',
      }));
      t.is((await venue.user.post('/api/changes').send({ changes })).status, 200);
    }
    await venue.admin.delete(`/api/items/${items[0]?.id}`);
    await venue.createItem({ name: 'Апероль', quantity: 2.5 });
    await link.mend();

    await rowOf(page, 'Апероль').waitFor();
    await page.getByText('На связи').waitFor();
    const truth: Item[] = (await venue.admin.get('/api/items?limit=1000')).body.items;
    await page.locator(`table[aria-rowcount="${truth.length + 1}"]`).waitFor();
    const wrong: string[] = [];
    for (const { name, quantity } of truth) {
      await page.getByRole('textbox').first().fill(name);
      const row = page.getByRole('row').filter({ has: page.getByTitle(name, { exact: true }) });
      await row.waitFor();
      const shown = await row.innerText();
      if (!shown.replaceAll('\u00a0', ' ').includes(formatQuantity(quantity)))
        wrong.push(`${name}: ${quantity} ≠ ${shown}`);
    }
    t.deepEqual(wrong, []);
  },
);

browserTest('rows are chosen by the keyboard, changed together, and get their values back', async (t, { page }) => {
  const venue = await openVenue(t);
  await stock(venue, 30, (index) => ({ par: index < 2 ? 4 : null }));
  await signIn(page, venue);
  await page.locator('table[aria-rowcount="31"]').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.activeElement?.tagName === 'TR');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('region', { name: 'Действия с выбранными' });
  await bar.getByText('3 позиции').waitFor();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+a');
  await bar.getByText('30 позиций').waitFor();

  await bar.getByRole('button', { name: 'Норма' }).click();
  await page.getByLabel('Норма, не меньше').fill('2,5');
  await page.keyboard.press('Enter');
  // the toast with the undo stays while the pointer is over it
  await page.getByText('Изменено: 30 позиций').hover();
  const pars = async () => ((await venue.admin.get('/api/items?limit=100')).body.items as Item[]).map(({ par }) => par);
  t.true((await pars()).every((par) => par === 2.5));
  await page.getByRole('button', { name: 'Отменить', exact: true }).click();
  await page.getByText('Прежние значения вернулись').waitFor();
  t.deepEqual((await pars()).toSorted(), [4, 4, ...Array.from({ length: 28 }, () => null)]);

  await bar.getByRole('button', { name: 'Удалить выбранные' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Вернуть их потом нельзя').waitFor();
  await dialog.getByRole('button', { name: 'Удалить 30 позиций' }).click();
  await page.getByText('Позиций пока нет').waitFor();
  t.is((await venue.admin.get('/api/items')).body.pagination.total, 0);
});

browserTest(
  "an item's card tells its history, goes to the next by a key, and keeps what is unsaved",
  async (t, { page }) => {
    const venue = await openVenue(t);
    const beluga = await venue.createItem({ name: 'Белуга', quantity: 5, expected: 4, cost: 900 });
    await venue.createItem({ name: 'Джемесон', quantity: 1 });
    await venue.user.post('/api/changes').send({
      changes: [{ id: randomUUID(), itemId: beluga.id, delta: -1.5, source: 'web', reason: 'waste', note: 'разбили' }],
    });
    await signIn(page, venue);
    await rowOf(page, 'Белуга').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.tagName === 'TR');
    await page.keyboard.press('Enter');
    const card = page.getByRole('dialog', { name: 'Белуга' });
    await card.getByRole('img', { name: /Остаток за период: .*3,5/ }).waitFor();
    await card.locator('svg.recharts-surface').waitFor();
    t.regex(
      (await card.innerText()).replaceAll('\u00a0', ' '),
      /Не хватает по учёту: 0,5 л, 450 ₽[\s\S]*Списание за период: 1,5 л/,
    );
    await card.getByText('разбили').waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await page.keyboard.press('j');
    await page.getByRole('dialog', { name: 'Джемесон' }).waitFor();
    await page.keyboard.press('k');
    await card.getByText('Карточка', { exact: true }).click();
    await card.getByRole('button', { name: 'Ещё штрихкод' }).click();
    await card.getByLabel('Ещё штрихкод 1').fill('4600494000737');
    await card.getByLabel('Штук в нём').fill('12');
    await page.keyboard.press('Escape');
    await card.getByText('Изменения не сохранены').waitFor();
    await card.getByRole('button', { name: 'Вернуться к ним' }).click();
    await card.getByRole('button', { name: 'Сохранить', exact: true }).click();
    await page.getByText('Сохранено').waitFor();
    t.deepEqual((await venue.admin.get(`/api/items/${beluga.id}`)).body.item.codes, [
      { ean: '4600494000737', pack: 12 },
    ]);
    await page.getByLabel('Карточка: Джемесон').click();
    const other = page.getByRole('dialog', { name: 'Джемесон' });
    await other.getByLabel('Штрихкод', { exact: true }).fill('4600494000737');
    await other.getByRole('button', { name: 'Сохранить', exact: true }).click();
    await other.getByText('уже у позиции «Белуга»').waitFor();
  },
);

browserTest('filters and search stand in the address and come back with it', async (t, { page }) => {
  const venue = await openVenue(t);
  await venue.createItem({ name: 'Джемесон', quantity: 1, par: 4, category: 'Виски' });
  await venue.createItem({ name: 'Джим Бим', quantity: 5, par: 4, category: 'Виски' });
  await venue.createItem({ name: 'Белуга', quantity: 1, category: 'Водка' });
  await signIn(page, venue);
  await page.getByRole('button', { name: /^Меньше нормы/ }).click();
  await page.locator('table[aria-rowcount="2"]').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('jameson');
  await page.waitForURL(/q=jameson/);
  await page.reload();
  await rowOf(page, 'Джемесон').waitFor();
  t.is(await page.getByRole('row').count(), 2);
  t.is(await page.getByRole('textbox').first().inputValue(), 'jameson');
  t.is(await page.getByRole('button', { name: /^Меньше нормы/ }).getAttribute('aria-pressed'), 'true');
});

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

browserTest('what to order is grouped, counted in bottles and copied for the supplier', async (t, { page }) => {
  const venue = await openVenue(t);
  await venue.createItem({ name: 'Джемесон', quantity: 1, par: 4, cost: 2100, volume_ml: 700, category: 'Виски' });
  await venue.createItem({ name: 'Белуга', quantity: 5, par: 4, category: 'Водка' });
  await signIn(page, venue);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(venue.url).origin });
  await page.goto(`${venue.url}/order`);
  await page.getByRole('cell', { name: /5\s*бут\./ }).waitFor();
  await page.getByRole('button', { name: 'Скопировать для поставщика' }).click();
  await page.getByRole('button', { name: 'Скопировано' }).waitFor();
  t.regex(
    await page.evaluate(() => navigator.clipboard.readText()),
    /^Заказ для «Бар „Проба“», .*\n\nВиски\nДжемесон — 5 бут\.$/,
  );
});

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

for (const colorScheme of ['light', 'dark'] as const) {
  browserTest(
    `every screen fits 360 px and has nothing that axe holds serious (${colorScheme})`,
    async (t, { page }) => {
      const venue = await openVenue(t);
      const long = 'Виски односолодовый Гленфарклас двадцать пять лет выдержки 0,7';
      const item = await venue.createItem({ name: long, quantity: 1234.567, expected: 1, category: 'Виски' });
      await venue.createItem({ name: 'Белуга' });
      await send(venue, item.id, -1);
      await signIn(page, venue);
      const count = (await venue.admin.post('/api/counts').send({ key: randomUUID(), title: 'Бар' })).body.count.id;
      const examples: Record<string, string> = { 'counts/:id': `counts/${count}` };
      const screens = panelScreens().map((path) => (path.includes(':') ? examples[path] : path));
      t.false(screens.includes(undefined), `a page without an example: ${panelScreens()}`);
      for (const path of [...screens, `?item=${item.id}`, 'discrepancies?tab=losses']) {
        await page.goto(`${venue.url}/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
        t.deepEqual(await seriousViolations(page), [], path);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        t.true(wide <= 0, `${path} is ${wide} px too wide`);
      }
    },
    { viewport: { width: 360, height: 740 }, colorScheme, hasTouch: true },
  );
}
