import { randomUUID } from 'node:crypto';
import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { Item } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { seriousViolations, violationsInBothSchemes } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { creepTo, stopClock } from '../support/browser/page-clock.ts';
import { toast } from '../support/browser/toasts.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { rowOf, send, shows, signIn, stock } from '../support/panel/panel.ts';
import { panelScreens } from '../support/panel/panel-screens.ts';
import { openVenue, quantityOf } from '../support/panel/venue.ts';
import type { Tenant } from '../support/venue/tenant.ts';
import { closed, enter, opened } from '../tenant-runtime/counting.ts';
import { updXml } from '../tenant-runtime/deliveries/documents.ts';
import { addSupplier, uploaded } from '../tenant-runtime/deliveries/venue.ts';
import { ordered } from '../tenant-runtime/orders/venue.ts';
import { addDish, read, saved } from '../tenant-runtime/recipes/venue.ts';

browserTest('what one person writes the other sees at once: who, when and by how much', async (t, { page }) => {
  const venue = await openVenue(t);
  const jameson = await venue.createItem({ name: 'Джемесон', quantity: 4.6 });
  await signIn(page, venue);
  await shows(page, 'Джемесон', '4,6');

  await send(venue, jameson.id, 0.7);

  await shows(page, 'Джемесон', '5,3');
  await page
    .getByTestId('live-line')
    .filter({ hasText: /Джемесон \+0,7\sл — (Иван, только что|Иван, \d+ мин назад)/ })
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
  await toast(page, 'Отменено: Джемесон');
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

browserTest('a change that is refused is told of on any page, with the way to it', async (t, { page }) => {
  const venue = await openVenue(t);
  const jameson = await venue.createItem({ name: 'Джемесон', quantity: 5 });
  await venue.createItem({ name: 'Белуга', quantity: 1 });
  await signIn(page, venue);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/changes', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByLabel('Приход: Джемесон').click();
  await page.getByLabel('Сколько').fill('0,5');
  await page.getByRole('button', { name: 'Записать' }).click();
  await shows(page, 'Джемесон', '5,5');
  await page.getByRole('navigation').getByRole('link', { name: 'Подсчёты' }).click();
  await page.getByRole('heading', { name: 'Подсчёты', level: 1 }).waitFor();
  await venue.admin.delete(`/api/items/${jameson.id}`);
  held.resolve();

  await toast(page, 'Позиция «Джемесон» удалена');
  await page.getByRole('link', { name: 'Не принято: 1' }).click();
  await page.getByRole('button', { name: 'Убрать' }).click();
  await page.getByRole('link', { name: /^Не принято/ }).waitFor({ state: 'detached' });
  await rowOf(page, 'Белуга').waitFor();
  t.pass();
});

browserTest(
  'an item is added with words for every mistake, edited and deleted after one question',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await signIn(page, venue);
    await page.getByRole('button', { name: 'Добавить вручную' }).click();
    const card = page.getByRole('dialog');
    await card.locator('[name=name]:focus').waitFor();
    await card.getByRole('button', { name: 'Добавить' }).click();
    await card.getByText('Введите название').waitFor();
    await card.getByLabel('Название').fill('Апероль');
    await card.getByLabel('Есть сейчас').fill('2,5');
    await page.keyboard.press('Escape');
    await card.getByText('Изменения не сохранены').waitFor();
    await card.getByRole('button', { name: 'Вернуться к ним' }).click();
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
  await page.clock.install();
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
  // the toast with the undo stays for as long as the checks take
  await stopClock(page);
  await page.keyboard.press('Enter');
  await creepTo(page, page.getByText('Изменено: 30 позиций'));
  const pars = async () => ((await venue.admin.get('/api/items?limit=100')).body.items as Item[]).map(({ par }) => par);
  t.true((await pars()).every((par) => par === 2.5));
  await page.getByRole('button', { name: 'Отменить', exact: true }).click();
  await creepTo(page, page.getByText('Прежние значения вернулись'));
  await page.clock.resume();
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
    await toast(page, 'Сохранено');
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

async function countedOnce({ admin }: Tenant, itemId: number): Promise<number> {
  const { id } = await opened(admin);
  await enter(admin, id, { itemId, quantity: 1.5 });
  await closed(admin, id);
  return id;
}

browserTest(
  'every screen fits 360 px and has nothing that axe holds serious',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const long = 'Виски односолодовый Гленфарклас двадцать пять лет выдержки 0,7';
    const item = await venue.createItem({ name: long, quantity: 1234.567, expected: 1, category: 'Виски' });
    await venue.createItem({ name: 'Белуга' });
    await send(venue, item.id, -1);
    await signIn(page, venue);
    const before = [await countedOnce(venue, item.id), await countedOnce(venue, item.id)];
    const count = (await venue.admin.post('/api/counts').send({ key: randomUUID(), title: 'Бар' })).body.count.id;
    const supplier = await addSupplier(venue.admin, long, { email: 'zakaz@glenfarclas-supply.example' });
    const order = await ordered(venue.admin, supplier.id, [{ item_id: item.id, quantity: 12 }]);
    await venue.createItem({ name: 'Апероль', par: 3 });
    const delivery = await uploaded(venue.admin, updXml({ lines: [{ name: long }, {}] }));
    const dish = await addDish(venue.admin, long, { price: 650 });
    await saved(venue.admin, dish.id, [{ item_id: item.id, amount: 40, unit: 'мл' }, { text: long }]);
    const recipes = await read(venue.admin, `Блюдо;Ингредиент;Количество\n${long};${long} и другое;40 мл\n`);
    const examples: Record<string, string> = {
      'counts/:id': `counts/${count}`,
      'deliveries/:id': `deliveries/${delivery.id}`,
      'order/:id': `order/${order.id}`,
      'suppliers/:id': `suppliers/${supplier.id}`,
      'recipes/:id': `recipes/${dish.id}`,
      'recipes/files/:id': `recipes/files/${recipes.id}`,
      'usage/:id': `usage/${item.id}?from=${before[0]}&to=${before[1]}`,
    };
    const screens = panelScreens().map((path) => (path.includes(':') ? examples[path] : path));
    t.false(screens.includes(undefined), `a page without an example: ${panelScreens()}`);
    for (const path of [...screens, `?item=${item.id}`, 'discrepancies?tab=losses']) {
      await page.goto(`${venue.url}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
      t.deepEqual(await violationsInBothSchemes(page), [], path);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      t.true(wide <= 0, `${path} is ${wide} px too wide`);
    }
  },
  { viewport: { width: 360, height: 740 }, hasTouch: true },
);
