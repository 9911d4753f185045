import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { places } from '../../tenant-runtime/panel/app/places.ts';
import { browserTest, seriousViolations } from '../support/browser.ts';
import { startTenant, type Tenant, type TenantOptions } from '../support/tenant.ts';

const runtime = join(import.meta.dirname, '../../tenant-runtime');
const panel = join(runtime, 'dist/panel');
if (!existsSync(join(panel, 'index.html'))) throw new Error('The pages are not built: npm run build');

const openVenue = (t: ExecutionContext, options: TenantOptions = {}): Promise<Tenant> =>
  startTenant(t, { ...options, pages: { panel, scanner: join(runtime, 'dist/scanner') } });

interface Person {
  id: number;
  token: string;
  username: string;
}

/** Opens a page of the panel as a signed-in user; signing in is tested elsewhere. */
async function openAs(page: Page, venue: Tenant, { id, token, username }: Person, path: string): Promise<void> {
  const role = id === venue.admin.id ? 'admin' : 'user';
  const name = role === 'admin' ? 'Анна' : 'Иван';
  const session = JSON.stringify({ token, user: { id, username, name, role } });
  await page.addInitScript((text) => localStorage.setItem('ostatok.session', text), session);
  await page.goto(`${venue.url}${path}`);
  await page.getByRole('navigation').waitFor();
}

const lineOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const field = (page: Page, name: string) => page.getByLabel(`Сколько: ${name}`);
const plain = async (page: Page, name: string): Promise<string> =>
  (await lineOf(page, name).innerText()).replaceAll('\u00a0', ' ');
const quantityOf = async (venue: Tenant, id: number): Promise<number> =>
  (await venue.admin.get(`/api/items/${id}`)).body.item.quantity;

/** A count of everything with two areas, opened through the API. */
async function openCount(venue: Tenant, more: object = {}): Promise<number> {
  const key = crypto.randomUUID();
  const areas = [
    { name: 'Бар', userId: venue.admin.id },
    { name: 'Склад', userId: venue.user.id },
  ];
  const answer = await venue.admin.post('/api/counts').send({ key, areas, ...more });
  return answer.body.count.id;
}

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

browserTest(
  'a phone is signed in by the code that the panel shows, and the code says as whom',
  async (t, { page, another }) => {
    const venue = await openVenue(t);
    await openAs(page, venue, venue.user, '/settings');
    await page.getByRole('button', { name: 'Показать QR-код' }).click();
    await page.getByText('По этому коду телефон войдёт как вы, Иван').waitFor();
    await page.getByRole('img', { name: 'QR-код для входа на телефоне' }).waitFor();
    const shown = page.getByTestId('scanner-code');
    await shown.getByText(/Действует ещё \d:\d\d/).waitFor();
    const code = (await shown.innerText()).match(/[A-Z0-9]{4}-[A-Z0-9]{4}/)?.[0];
    t.is(await page.getByText('Подключить весы').count(), 0, 'the venue is set up by administrators');

    const phone = await another();
    await phone.goto(venue.url);
    const answer = await phone.request.post(`${venue.url}/api/auth/redeem`, { data: { code } });
    t.is((await answer.json()).user.name, 'Иван');
  },
);

browserTest('the scale is paired by a code, seen and unpaired', async (t, { page }) => {
  const venue = await openVenue(t);
  await openAs(page, venue, venue.admin, '/settings');
  await page.getByLabel('Название компьютера').fill('Ноутбук за баром');
  await page.getByRole('button', { name: 'Подключить весы' }).click();
  const shown = page.getByTestId('bridge-code');
  await shown.getByText(venue.url).waitFor();
  const code = (await shown.innerText()).match(/[A-Z0-9]{4}-[A-Z0-9]{4}/)?.[0];
  await venue.anonymous.post('/api/auth/redeem').send({ code });
  await page.getByText('Ноутбук за баром').waitFor();
  await shown.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Отключить: Ноутбук за баром' }).click();
  await page.getByRole('button', { name: 'Отключить', exact: true }).click();
  await page.getByText('Ноутбук за баром').waitFor({ state: 'detached' });
  t.pass();
});

browserTest('what the settings say of counts is what a new count offers', async (t, { page }) => {
  const venue = await openVenue(t);
  await venue.createItem({ name: 'Джемесон' });
  await openAs(page, venue, venue.admin, '/settings');
  await page.getByRole('button', { name: 'Добавить зону' }).click();
  await page.keyboard.type('Винный шкаф');
  t.is(await page.getByRole('textbox', { name: 'Зона 1' }).inputValue(), 'Винный шкаф');
  await page.getByLabel('Считать вслепую').check();
  await page.getByLabel('Порог пересчёта').fill('0,3');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByText('Сохранено').waitFor();

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Подсчёты' }).click();
  await page.getByRole('button', { name: 'Начать подсчёт' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Начать', exact: true }).click();
  await page.getByRole('button', { name: 'Винный шкаф: готово' }).waitFor();
  const [count] = (await venue.admin.get('/api/counts')).body.counts;
  t.like(count, { blind: true, recountThreshold: 0.3 });
});

browserTest(
  'who asked the bot for access is let in as far as the plan goes, and who stopped it is shown',
  async (t, { page }) => {
    const venue = await openVenue(t, { env: { MAX_USERS: '3' } });
    await venue.db('newcomers').insert([
      { telegram_id: 101, username: 'olga', name: 'Ольга', asked_at: new Date() },
      { telegram_id: 102, username: 'petr', name: 'Пётр', asked_at: new Date() },
      { telegram_id: 103, username: 'lev', name: 'Лев', asked_at: new Date() },
    ]);
    await venue.db('users').where({ id: venue.user.id }).update({ telegram_id: 200 });
    await venue.db('bot_chats').insert({ chat_id: 200, blocked_at: new Date() });
    await openAs(page, venue, venue.admin, '/users');
    await page.getByText('остановил бота').waitFor();
    await page.getByRole('button', { name: 'Принять: Ольга' }).click();
    await page.getByRole('button', { name: 'Сбросить пароль: olga' }).waitFor();
    await page.getByRole('button', { name: 'Принять: Пётр' }).click();
    await page.getByText(/Тариф/).waitFor();
    await page.getByRole('button', { name: 'Отклонить: Лев' }).click();
    await page.getByText('Лев: доступ не дан').waitFor();
    const { users } = (await venue.admin.get('/api/users')).body;
    t.deepEqual(users.map(({ username }: { username: string }) => username).sort(), ['barman', 'boss', 'olga']);
  },
);

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
  bridge.emit('scales:reading', { scaleId: 'sig', weightG: 705, stable: true, stepG: 5 });
  await weighing.getByTestId('weighing-result').getByText('0,3').waitFor();
  await weighing.getByText('±3').waitFor();
  await weighing.getByLabel('Что на весах').focus();
  await page.keyboard.press('Enter');

  await page.getByText('Джемесон: 0,3').waitFor();
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('ostatok.change.')));
  t.is(await quantityOf(venue, jameson.id), 0.3);
  const [change] = (await venue.admin.get(`/api/changes?item=${jameson.id}`)).body.changes;
  t.like(change, { method: 'weighed', source: 'scales' });

  await weighing.getByLabel('Что на весах').fill('4607001771562');
  await page.keyboard.press('Enter');
  await weighing.getByLabel(/^И полные рядом/).fill('2');
  await weighing.getByText('Остаток станет 1,7').waitFor();
  await weighing.getByRole('button', { name: 'Записать остаток' }).click();
  await page.getByText('Джемесон: 1,7').waitFor();
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith('ostatok.change.')));
  t.is(await quantityOf(venue, jameson.id), 1.7);
});

browserTest('places open by G and a letter', async (t, { page }) => {
  const venue = await openVenue(t);
  await openAs(page, venue, venue.admin, '/');
  for (const { key, label } of places) {
    // pressed at once: a slow pair is no shortcut, and the machine may be busy
    await Promise.all([page.keyboard.press('g'), page.keyboard.press(key.toLowerCase())]);
    await page.getByRole('heading', { level: 1, name: label }).waitFor();
  }
  t.pass();
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

for (const colorScheme of ['light', 'dark'] as const) {
  browserTest(
    `a closed count, settings with their code and weighing fit 360 px and have nothing that axe holds serious (${colorScheme})`,
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
        t.deepEqual(await seriousViolations(page), [], path);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        t.true(wide <= 0, `${path} is ${wide} px too wide`);
      }
      await page.getByRole('button', { name: /^Меню/ }).click();
      await page.getByRole('menuitem', { name: 'Взвесить' }).click();
      await page.getByLabel('Что на весах').fill('виски');
      await page.keyboard.press('Enter');
      t.deepEqual(await seriousViolations(page), [], 'weighing');
    },
    { viewport: { width: 360, height: 740 }, colorScheme, hasTouch: true },
  );
}
