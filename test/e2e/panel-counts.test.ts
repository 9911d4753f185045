import { randomUUID } from 'node:crypto';
import { violationsInBothSchemes } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { field, lineOf, openAs, openCount, plain } from '../support/panel/panel-counts.ts';
import { openVenue, quantityOf } from '../support/panel/venue.ts';

browserTest('two people count one item in two areas, and their numbers add up', async (t, { page, another }) => {
  const venue = await openVenue(t);
  await venue.createItem({ name: 'Джемесон', quantity: 4 });
  await openAs(page, venue, venue.admin, '/counts');
  await page.getByRole('button', { name: 'Начать подсчёт' }).click();
  const form = page.getByRole('dialog');
  for (const area of ['Бар', 'Склад']) {
    await form.getByRole('button', { name: 'Добавить зону' }).click();
    await form
      .getByLabel(/^Зона \d$/)
      .last()
      .fill(area);
  }
  await form.getByLabel('Кто считает: Склад').selectOption({ label: 'Иван' });
  await form.getByRole('button', { name: 'Начать', exact: true }).click();
  await page.getByTestId('current-count').waitFor();

  await page.getByLabel('Где считаю').selectOption({ label: 'Бар' });
  await field(page, 'Джемесон').fill('0,7');
  await page.keyboard.press('Enter');
  await lineOf(page, 'Джемесон').getByText('0,7', { exact: false }).first().waitFor();

  const theirs = await another();
  await openAs(theirs, venue, venue.user, '/');
  await theirs.getByTestId('current-count').click();
  await field(theirs, 'Джемесон').fill('1,4');
  await theirs.keyboard.press('Enter');

  await lineOf(page, 'Джемесон').getByText('0,7 + 1,4 =').waitFor();
  t.regex(await plain(page, 'Джемесон'), /0,7 \+ 1,4 =\s*2,1 л/);
  await page.getByRole('button', { name: /Записи: Джемесон/ }).click();
  const entries = page.getByRole('dialog');
  await entries.getByText(/Иван.*Склад/).waitFor();
  await entries.getByText(/Анна.*Бар/).waitFor();
});

browserTest(
  'entries go on by Enter alone, and a mistake is taken back without leaving the list',
  async (t, { page }) => {
    const venue = await openVenue(t);
    for (const name of ['Апероль', 'Белуга', 'Водка']) await venue.createItem({ name, category: 'Бар' });
    const id = await openCount(venue);
    await openAs(page, venue, venue.admin, `/counts/${id}`);
    await field(page, 'Апероль').focus();
    for (const amount of ['1', '0', 'много']) {
      await page.keyboard.type(amount);
      await page.keyboard.press('Enter');
    }
    await lineOf(page, 'Водка').getByRole('alert').waitFor();
    await lineOf(page, 'Белуга').getByLabel('Посчитано: ноль').waitFor();
    await page.getByTestId('coverage').getByText('2 из 3').waitFor();

    await page.getByRole('button', { name: /Записи: Апероль/ }).click();
    const entries = page.getByRole('dialog');
    await entries.getByRole('button', { name: 'Забрать' }).click();
    await entries.getByText(/Забрал Анна/).waitFor();
    await entries.getByRole('button', { name: 'Закрыть' }).click();
    await lineOf(page, 'Апероль').getByLabel('Не считали').waitFor();
    t.pass();
  },
);

browserTest('a number typed and not entered is still there when its row comes back into sight', async (t, { page }) => {
  const venue = await openVenue(t);
  for (let at = 10; at < 90; at += 1) await venue.createItem({ name: `Вино ${at}`, category: 'Бар' });
  const id = await openCount(venue);
  await openAs(page, venue, venue.admin, `/counts/${id}`);
  await field(page, 'Вино 10').fill('2');
  const list = page.getByRole('region', { name: 'Позиции' });

  await list.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
  await field(page, 'Вино 89').waitFor();
  await field(page, 'Вино 10').waitFor({ state: 'detached' });
  await list.evaluate((frame) => frame.scrollTo(0, 0));

  await field(page, 'Вино 10').waitFor();
  t.is(await field(page, 'Вино 10').inputValue(), '2');
});

browserTest('what is counted without a connection is kept and arrives when it is back, once', async (t, { page }) => {
  const venue = await openVenue(t);
  await venue.createItem({ name: 'Джемесон' });
  const id = await openCount(venue);
  await openAs(page, venue, venue.admin, `/counts/${id}`);
  await field(page, 'Джемесон').waitFor();

  await page.context().setOffline(true);
  await field(page, 'Джемесон').fill('0,7');
  await page.keyboard.press('Enter');
  await page.getByText('1 запись ждёт связи').waitFor();
  t.regex(await plain(page, 'Джемесон'), /0,7 л/);
  await page.context().setOffline(false);

  await page.getByText('1 запись ждёт связи').waitFor({ state: 'detached' });
  const { body } = await venue.admin.get(`/api/counts/${id}/entries`);
  t.deepEqual(
    body.entries.map(({ quantity }: { quantity: number }) => quantity),
    [0.7],
  );
});

browserTest(
  'what differs is recounted, closing writes it into the stock, and only a reason opens it again',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const jameson = await venue.createItem({ name: 'Джемесон', quantity: 5, cost: 2000, category: 'Виски' });
    const beluga = await venue.createItem({ name: 'Белуга', quantity: 3, category: 'Водка' });
    const id = await openCount(venue, { recountThreshold: 1 });
    await openAs(page, venue, venue.admin, `/counts/${id}`);
    await field(page, 'Джемесон').fill('2');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Пересчитать 1 строку' }).click();
    await lineOf(page, 'Джемесон').getByLabel('Пересчитайте').waitFor();
    await field(page, 'Джемесон').fill('4');
    await page.keyboard.press('Enter');
    await lineOf(page, 'Джемесон').getByLabel('Посчитано', { exact: true }).waitFor();

    const asked = { change_id: randomUUID(), user_id: venue.user.id, name: 'белуга', amounts: '[]', options: '[]' };
    await venue.db('bot_questions').insert({ ...asked, count_id: id });
    await page.getByRole('button', { name: 'Закрыть подсчёт' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('4 вместо 5').waitFor();
    await dialog.getByRole('alert').getByText('Иван: «белуга»').waitFor();
    t.true(await dialog.getByRole('button', { name: 'Выберите, что с непосчитанными' }).isDisabled());
    await dialog.getByLabel('Оставить как есть').check();
    t.regex(await dialog.getByTestId('consequence').innerText(), /У 1 непосчитанной остаток не изменится/);
    await dialog.getByRole('button', { name: 'Закрыть подсчёт' }).click();

    await page.getByText('Подсчёт закрыт. Записи в нём не изменить, пока его не откроют снова.').waitFor();
    t.is(await field(page, 'Джемесон').count(), 0, 'a closed count takes no numbers');
    t.deepEqual([await quantityOf(venue, jameson.id), await quantityOf(venue, beluga.id)], [4, 3]);
    t.regex(await plain(page, 'Джемесон'), /−2\s000 ₽/);

    await page.getByRole('button', { name: 'Открыть снова' }).click();
    await dialog.getByRole('button', { name: 'Открыть снова' }).click();
    await dialog.getByText('Укажите причину').waitFor();
    await dialog.getByLabel('Причина').fill('Забыли склад');
    await dialog.getByRole('button', { name: 'Открыть снова' }).click();
    await page.getByText('Причина: Забыли склад').waitFor();
    await field(page, 'Джемесон').waitFor();
    t.is(await quantityOf(venue, jameson.id), 5);
  },
);

browserTest('who counts blindly sees their own numbers and nothing that should be there', async (t, { page }) => {
  const venue = await openVenue(t);
  const jameson = await venue.createItem({ name: 'Джемесон', quantity: 7.77, expected: 8.88 });
  const id = await openCount(venue, { blind: true });
  const entry = { id: crypto.randomUUID(), itemId: jameson.id, quantity: 5.55, source: 'web' };
  await venue.admin.post(`/api/counts/${id}/entries`).send({ entries: [entry] });
  await openAs(page, venue, venue.user, `/counts/${id}`);
  await page.getByText('Слепой подсчёт').first().waitFor();
  await field(page, 'Джемесон').fill('0,5');
  await page.keyboard.press('Enter');
  await lineOf(page, 'Джемесон').getByText('0,5').waitFor();
  for (const path of [`/counts/${id}`, '/']) {
    await page.goto(`${venue.url}${path}`);
    await page.getByRole('row').filter({ hasText: 'Джемесон' }).waitFor();
    const text = await page.locator('main').innerText();
    for (const secret of ['7,77', '8,88', '5,55']) t.false(text.includes(secret), `${secret} at ${path}`);
  }
});

browserTest('a bottle is weighed by the keyboard: its empty weight once, then what remains', async (t, { page }) => {
  const venue = await openVenue(t);
  const jameson = await venue.createItem({
    name: 'Джемесон',
    ean: '4607001771562',
    volume_ml: 700,
    density_g_per_ml: 0.95,
  });
  await openAs(page, venue, venue.admin, '/');
  await lineOf(page, 'Джемесон').waitFor();
  await page.keyboard.press('w');
  const weighing = page.getByRole('dialog');
  await weighing.waitFor();
  await weighing.getByLabel('Что на весах').fill('4607001771562');
  await page.keyboard.press('Enter');
  await weighing.getByRole('heading', { name: 'Джемесон' }).waitFor();

  await weighing.getByLabel('Вес вручную').fill('420');
  await weighing.getByRole('button', { name: 'Взвесить пустую' }).click();
  await weighing.getByText('Пустая 420').waitFor();
  await weighing.getByLabel('Вес вручную').fill('9000');
  await weighing.getByRole('alert').getByText('больше веса полной бутылки').waitFor();
  const bridge = await venue.socket(venue.admin.token);
  await weighing.getByLabel('Вес вручную').fill('');
  // a scale goes on sending what stands on it; one that is silent for 15 seconds counts for nothing
  const send = () => bridge.emit('scales:reading', { scaleId: 'sig', weightG: 705, stable: true, stepG: 5 });
  send();
  const sending = setInterval(send, 1000);
  t.teardown(() => clearInterval(sending));
  await weighing.getByTestId('weighing-result').getByText('0,3').waitFor();
  await weighing.getByText('±3').waitFor();
  await weighing.getByLabel('Что на весах').focus();
  await page.keyboard.press('Enter');

  await toast(page, 'Джемесон: 0,3');
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('ostatok.change.')));
  t.is(await quantityOf(venue, jameson.id), 0.3);
  const [change] = (await venue.admin.get(`/api/changes?item=${jameson.id}`)).body.changes;
  t.like(change, { method: 'weighed', source: 'scales' });

  await weighing.getByLabel('Что на весах').fill('4607001771562');
  await page.keyboard.press('Enter');
  await weighing.getByLabel(/^И полные рядом/).fill('2');
  await weighing.getByText('Остаток станет 1,7').waitFor();
  await weighing.getByRole('button', { name: 'Записать остаток' }).click();
  await toast(page, 'Джемесон: 1,7');
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('ostatok.change.')));
  t.is(await quantityOf(venue, jameson.id), 1.7);
});

browserTest(
  'ten thousand lines are counted as quickly as ten, and only those in sight are read',
  async (t, { page }) => {
    const venue = await openVenue(t);
    for (let from = 0; from < 10_000; from += 1000) {
      const rows = Array.from({ length: 1000 }, (_, index) => `Позиция ${from + index}`);
      await venue.db('items').insert(rows.map((name) => ({ name, search_name: name.toLowerCase(), unit: 'л' })));
    }
    const id = await openCount(venue);
    const read: string[] = [];
    page.on('request', (request) => request.url().includes('/lines?') && read.push(request.url()));
    await openAs(page, venue, venue.admin, `/counts/${id}`);
    await page.locator('table[aria-rowcount="10001"]').waitFor();
    t.true((await page.getByRole('row').count()) < 100);
    await page.getByLabel('Найти позицию в подсчёте').fill('позиция 9999');
    await field(page, 'Позиция 9999').fill('1');
    await page.keyboard.press('Enter');
    await page.getByTestId('coverage').getByText('1 из').waitFor();
    t.true(read.length < 20, `${read.length} pages were read`);
  },
);

browserTest(
  'a closed count, settings with their code and weighing fit 360 px and have nothing that axe holds serious',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const long = 'Виски односолодовый Гленфарклас двадцать пять лет выдержки 0,7';
    const item = await venue.createItem({ name: long, quantity: 1234.567, cost: 100, category: 'Виски' });
    await venue.createItem({ name: 'Белуга' });
    const closed = await openCount(venue);
    const entries = [{ id: crypto.randomUUID(), itemId: item.id, quantity: 1, source: 'web' }];
    await venue.admin.post(`/api/counts/${closed}/entries`).send({ entries });
    await venue.admin.post(`/api/counts/${closed}/close`).send({ uncounted: 'keep' });
    await openAs(page, venue, venue.admin, '/counts');
    for (const path of [`counts/${closed}`, 'settings']) {
      await page.goto(`${venue.url}/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
      if (path === 'settings') await page.getByRole('button', { name: 'Показать QR-код' }).click();
      t.deepEqual(await violationsInBothSchemes(page), [], path);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      t.true(wide <= 0, `${path} is ${wide} px too wide`);
    }
    await page.getByRole('button', { name: /^Меню/ }).click();
    await page.getByRole('menuitem', { name: 'Взвесить' }).click();
    await page.getByLabel('Что на весах').fill('виски');
    await page.keyboard.press('Enter');
    t.deepEqual(await violationsInBothSchemes(page), [], 'weighing');
  },
  { viewport: { width: 360, height: 740 }, hasTouch: true },
);
