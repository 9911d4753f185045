import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { openAs } from '../support/panel/panel-counts.ts';
import { openVenue } from '../support/panel/venue.ts';
import { until } from '../support/run/until.ts';
import type { Tenant } from '../support/venue/tenant.ts';
import { addSupplier, drafted, posted } from '../tenant-runtime/deliveries/venue.ts';
import { ordered } from '../tenant-runtime/orders/venue.ts';

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

/** The clipboard is the machine's, and other pages copy at the same time: a page keeps what it has copied to itself. */
const keepCopies = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    navigator.clipboard.writeText = async (text) => void sessionStorage.setItem('copied', text);
  });

/** What the page has copied, once it has. */
async function copiedOn(page: Page): Promise<string> {
  const copied = () => page.evaluate(() => sessionStorage.getItem('copied') ?? '');
  await until(async () => (await copied()) !== '', 'something is copied');
  return copied();
}

/** A bar that buys gin in bottles and beer from one supplier, and limes from nobody yet. */
async function bar(venue: Tenant) {
  const { admin, createItem } = venue;
  const gin = await createItem({ name: 'Джин', volume_ml: 700, par: 7, cost: 1000 });
  const beer = await createItem({ name: 'Пиво', unit: 'шт', par: 24 });
  const lime = await createItem({ name: 'Лайм', unit: 'кг', par: 2 });
  const metro = await addSupplier(admin, 'Метро', { email: 'zakaz@metro.example' });
  for (const { id } of [gin, beer]) await admin.put(`/api/items/${id}/supplier`).send({ supplier_id: metro.id });
  return { gin, beer, lime, metro };
}

browserTest(
  'amounts are changed and an order is fixed by the keyboard alone; it is copied, and asked for no more',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await bar(venue);
    await keepCopies(page);
    await openAs(page, venue, venue.admin, '/order');
    const gin = page.getByLabel('Джин: сколько заказать');
    await gin.waitFor();
    await page.getByLabel('Метро: примечание к заказу').fill('до обеда');
    t.is(await gin.inputValue(), '10');
    t.deepEqual(await seriousViolations(page), []);

    await gin.fill('дюжину');
    await page.getByRole('button', { name: 'Заказать: Метро', disabled: true }).waitFor();
    await gin.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await page.getByLabel('Пиво: сколько заказать').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('0');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Заказать: Метро' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: /^Заказ № 1/ }).waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Скопировать для мессенджера' }).click();
    t.regex(await copiedOn(page), /^Заказ № 1 от .+, Бар «Проба»\n\nДжин — 12 бут\.\n\nдо обеда$/);
    await page.goto(`${venue.url}/order`);
    await page.getByLabel('Пиво: сколько заказать').waitFor();
    t.is(await page.getByLabel('Джин: сколько заказать').count(), 0);
    await page.getByRole('link', { name: /№ 1 · Метро/ }).waitFor();
  },
  desktop,
);

browserTest('typed amounts and a note outlive a refresh that fails', async (t, { page }) => {
  const venue = await openVenue(t);
  const { beer } = await bar(venue);
  await openAs(page, venue, venue.admin, '/order');
  await page.getByLabel('Джин: сколько заказать').fill('12');
  await page.getByLabel('Метро: примечание к заказу').fill('до обеда');
  await page.route('**/api/reports/order', (route) => route.fulfill({ status: 503, body: '{}' }));

  await venue.admin.post('/api/changes').send({
    changes: [{ id: crypto.randomUUID(), itemId: beer.id, delta: 1, source: 'web' }],
  });

  await page.getByRole('alert').getByText('Обновить не удалось').waitFor();
  t.is(await page.getByLabel('Джин: сколько заказать').inputValue(), '12');
  t.is(await page.getByLabel('Метро: примечание к заказу').inputValue(), 'до обеда');
  await page.unroute('**/api/reports/order');
  await page.getByRole('alert').getByRole('button', { name: 'Повторить' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  t.is(await page.getByLabel('Джин: сколько заказать').inputValue(), '12');
});

browserTest(
  'typed amounts go with their items to other suppliers, and a note waits for its own',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await bar(venue);
    await addSupplier(venue.admin, 'Лудинг');
    await openAs(page, venue, venue.admin, '/order');
    const heading = (name: string) => page.getByRole('heading', { name, exact: true });
    const amount = (name: string) => page.getByLabel(`${name}: сколько заказать`);
    async function orderFrom(supplier: string, item: string): Promise<void> {
      await page.getByRole('button', { name: `${item}: другой поставщик` }).click();
      await page.getByLabel(`${item}: поставщик`).selectOption(supplier);
      await page
        .locator('section')
        .filter({ has: heading(supplier) })
        .filter({ has: amount(item) })
        .waitFor();
    }

    await amount('Лайм').fill('5');
    await page.getByLabel('Лайм: поставщик').selectOption('Метро');
    await heading('Без поставщика').waitFor({ state: 'detached' });
    t.is(await amount('Лайм').inputValue(), '5');

    await amount('Джин').fill('12');
    await page.getByLabel('Метро: примечание к заказу').fill('до обеда');
    for (const name of ['Джин', 'Пиво', 'Лайм']) await orderFrom('Лудинг', name);
    await heading('Метро').waitFor({ state: 'detached' });
    t.is(await page.getByLabel('Лудинг: примечание к заказу').inputValue(), '');
    t.is(await amount('Джин').inputValue(), '12');

    await orderFrom('Метро', 'Джин');
    t.is(await amount('Джин').inputValue(), '12');
    t.is(await page.getByLabel('Метро: примечание к заказу').inputValue(), 'до обеда');
  },
);

browserTest('an item without a supplier is given one, and an order is cancelled', async (t, { page }) => {
  const venue = await openVenue(t);
  const { lime, metro } = await bar(venue);
  await openAs(page, venue, venue.admin, '/order');
  await page.getByLabel('Лайм: поставщик').selectOption('Метро');
  await page.getByRole('heading', { name: 'Без поставщика' }).waitFor({ state: 'detached' });
  const order = await ordered(venue.admin, metro.id, [{ item_id: lime.id, quantity: 2 }]);

  await page.goto(`${venue.url}/order/${order.id}`);
  await page.getByRole('button', { name: 'Отменить заказ' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Отменить заказ' }).click();
  await page.getByText('отменён', { exact: true }).waitFor();

  t.is((await venue.admin.get(`/api/orders/${order.id}`)).body.order.state, 'cancelled');
});

browserTest('a letter goes to the supplier’s address, and says so where no mail is at hand', async (t, { page }) => {
  const venue = await openVenue(t);
  const { lime, metro } = await bar(venue);
  const order = await ordered(venue.admin, metro.id, [{ item_id: lime.id, quantity: 2 }]);
  await openAs(page, venue, venue.admin, `/order/${order.id}`);
  await page.getByRole('button', { name: 'Письмом' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Кому', { exact: true }).waitFor();
  t.is(await dialog.getByLabel('Кому', { exact: true }).inputValue(), 'zakaz@metro.example');
  t.deepEqual(await seriousViolations(page), []);

  await dialog.getByRole('button', { name: 'Отправить письмо' }).click();
  await dialog.getByText('Введите свой адрес: на него ответит поставщик').waitFor();
  await dialog.getByLabel('Кому ответить').fill('anna@bar.example');
  await dialog.getByRole('button', { name: 'Отправить письмо' }).click();
  await toast(page, 'Почта сейчас недоступна');

  t.is((await venue.admin.get(`/api/orders/${order.id}`)).body.order.letter, null);
});

browserTest('staff see what to order and copy it, without the rooms of administrators', async (t, { page }) => {
  const venue = await openVenue(t);
  await bar(venue);
  await keepCopies(page);
  await openAs(page, venue, venue.user, '/order');
  const metro = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Метро' }) });

  await metro.getByRole('button', { name: 'Скопировать' }).click();

  t.regex(await copiedOn(page), /^Заказ для «Бар „Проба“», .+\n\nДжин — 10 бут\.\nПиво — 24 шт$/);
  t.is(await page.getByRole('button', { name: /^Заказать/ }).count(), 0);
  t.is(await page.getByRole('textbox', { name: /сколько заказать/ }).count(), 0);
});

browserTest(
  'a supplier is added with contacts, changed, and shows prices, deliveries and orders',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await openAs(page, venue, venue.admin, '/suppliers');
    await page.getByText('Поставщиков ещё нет').waitFor();
    await page.getByRole('button', { name: 'Добавить поставщика' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Название').fill('Метро');
    await dialog.getByLabel('Почта').fill('не почта');
    await dialog.getByLabel('Дни поставки').fill('вторник');
    await dialog.getByRole('button', { name: 'Добавить' }).click();
    await dialog.getByText('Адрес почты — вида zakaz@firma.ru').waitFor();
    await dialog.getByLabel('Почта').fill('zakaz@metro.example');
    await dialog.getByRole('button', { name: 'Добавить' }).click();
    await page.getByRole('heading', { name: 'Метро', level: 1 }).waitFor();

    const [metro] = (await venue.admin.get('/api/suppliers')).body.suppliers;
    const gin = await venue.createItem({ name: 'Джин', unit: 'шт', par: 10 });
    for (const gross of [1000, 1300]) {
      await posted(venue.admin, (await drafted(venue.admin, metro.id, [{ item_id: gin.id, quantity: 1, gross }])).id, {
        again: true,
      });
    }
    await ordered(venue.admin, metro.id, [{ item_id: gin.id, quantity: 8 }]);
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Джин' });
    await row.waitFor();
    t.regex(plain(await row.innerText()), /1 300 ₽[\s\S]*было 1 000 ₽[\s\S]*\+30 %/);
    await page.getByRole('link', { name: /№ 1 · Метро/ }).waitFor();
    const deliveries = page.getByRole('list', { name: 'Поставки' }).getByRole('link');
    await deliveries.nth(1).waitFor();
    t.is(await deliveries.count(), 2);
    t.deepEqual(await seriousViolations(page), []);

    await page.getByRole('button', { name: 'Изменить' }).click();
    await dialog.getByLabel('С кем говорить').fill('Анна Смирнова');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Анна Смирнова').waitFor();
    t.like((await venue.admin.get(`/api/suppliers/${metro.id}`)).body.supplier, {
      person: 'Анна Смирнова',
      email: 'zakaz@metro.example',
      delivery_days: 'вторник',
    });
  },
);

browserTest('a delivery says beside its lines how it differs from the order', async (t, { page }) => {
  const venue = await openVenue(t);
  const { gin, beer, metro } = await bar(venue);
  await ordered(venue.admin, metro.id, [
    { item_id: gin.id, quantity: 7, pack_unit: 'бут.', pack_size: 0.7 },
    { item_id: beer.id, quantity: 24 },
  ]);
  const draft = await drafted(venue.admin, metro.id, [{ item_id: gin.id, quantity: 7 }]);

  await openAs(page, venue, venue.admin, `/deliveries/${draft.id}`);
  const check = page.getByRole('alert').filter({ hasText: 'Расходится с заказом № 1' });
  await check.waitFor();

  t.regex(plain(await check.innerText()), /Не довезли 1 из 2\s+Пиво: 0 из 24 шт/);
  t.deepEqual(await seriousViolations(page), []);
});
