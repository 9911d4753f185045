import { openPanel, row } from '../support/admin-pages/admin-list.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { stopClock } from '../support/browser/page-clock.ts';
import { until } from '../support/run/until.ts';

browserTest(
  'by the keyboard alone: search, move, choose, choose in a row, choose all, act on all of them',
  async (t, { page }) => {
    const { pages } = await openPanel(t, page, '/users', { users: 25 });
    await row(page, 'user-00001').waitFor();
    await page.keyboard.press('/');
    t.is(await page.evaluate('document.activeElement.placeholder'), 'Email или имя');
    await page.keyboard.press('Enter');
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await page.getByText('Выбрано: 1').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('Выбрано: 3').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText(/^Выбрано/).waitFor({ state: 'detached' });
    await page.keyboard.press('Control+a');
    await page.getByText('Выбрано: 25').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    pages.answers['PUT /admin/users/2/status'] = [200, { success: true }];
    // the administrator is not included, and the blocked ones are blocked already
    const blocking = page.getByRole('button', { name: 'Заблокировать (22)' });
    const question = page.getByRole('alertdialog', { name: 'Заблокировать: 22?' });
    await blocking.click();
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    t.is(pages.calls.filter(({ call }) => call.startsWith('PUT /admin/users/')).length, 0, 'so many are asked about');
    await page.getByText('Выбрано: 25').waitFor();
    await blocking.click();
    await question.getByRole('button', { name: 'Заблокировать' }).click();
    await page.getByText('Не удалось выполнить действие: заблокировать (21)').waitFor();
    t.is(pages.calls.filter(({ call }) => call.startsWith('PUT /admin/users/')).length, 22);

    // those for which it failed are still selected
    await page.getByText('Выбрано: 21').waitFor();
    t.is(await page.getByRole('checkbox', { name: 'Выбрать: user-00002@test.example' }).isChecked(), false);
    await page.getByRole('button', { name: 'Выбрать все 25' }).click();
    await page.getByText('Выбрано: 25').waitFor();
    await page.getByRole('checkbox', { name: 'Выбрать все найденные' }).click();
    await page.getByText(/^Выбрано/).waitFor({ state: 'detached' });
    await row(page, 'user-00004').click({ modifiers: ['Control'] });
    await row(page, 'user-00008').click({ modifiers: ['Shift'] });
    await page.getByText('Выбрано: 5').waitFor();
  },
  desktop,
);

browserTest(
  'Tab stops at the links of one row alone, goes on in the record that Enter opened, and comes back when it closes',
  async (t, { page }) => {
    const { pages } = await openPanel(t, page, '/tenants', { tenants: 40, users: 9 });
    await row(page, 'bar-1').first().waitFor();
    const reached = () =>
      page
        .locator('.list-row a')
        .evaluateAll((links) =>
          links.filter((link) => (link as HTMLElement).tabIndex === 0).map((link) => link.textContent?.split(',')[0]),
        );
    t.deepEqual(await reached(), []);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await until(async () => (await reached()).join() === 'bar-2', 'the second row’s');

    await page.goto(`${pages.url}/admin/users`);
    await row(page, 'user-00001').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const record = page.getByRole('complementary', { name: 'Пользователи: подробности' });
    await record.waitFor();
    const isWithin = () => record.evaluate((beside) => beside.contains(document.activeElement));
    await until(isWithin, 'the record has the focus');
    await page.keyboard.press('Tab');
    t.true(await isWithin());
    await page.keyboard.press('j');
    await record.getByRole('heading', { name: 'user-00003' }).waitFor();
    await until(isWithin, 'the next record has the focus');
    await page.keyboard.press('Escape');
    await record.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'grid');
    await row(page, 'user-00005')
      .first()
      .click({ position: { x: 400, y: 20 } });
    await record.waitFor();
    t.false(await isWithin(), 'whoever clicks stays in the list');

    await page.getByLabel('Поиск').fill('user-00007');
    await row(page, 'user-00005').first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Очистить поиск' }).click();
    await row(page, 'user-00005').first().waitFor();
    t.is(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Поиск');
  },
  desktop,
);

browserTest(
  'an alias is searched for 800 ms after the last key; a new one takes numbers in all but its code and its name',
  async (t, { page }) => {
    await page.clock.install();
    const { pages } = await openPanel(t, page, '/users');
    const LIST = 'GET /admin/aliases';
    pages.answers[LIST] = [200, { success: true, data: [], pagination: { total: 0, page: 1, pages: 1 } }];
    await page.goto(`${pages.url}/admin/aliases`);
    await page.getByText('Алиасов пока нет').waitFor();
    await stopClock(page);
    const searched = () => pages.of(LIST).filter(({ query }) => query.filter?.includes('search')).length;
    await page.getByPlaceholder('Штрихкод или название').pressSequentially('ром');
    await page.clock.runFor(799);
    t.is(searched(), 0);
    await page.clock.runFor(1);
    await until(() => searched() === 1, 'it is asked for');
    await page.clock.resume();

    await page.getByRole('button', { name: 'Создать алиас' }).click();
    const field = (name: string) => page.getByRole('dialog', { name: 'Новый алиас' }).getByLabel(name);
    const types = async (names: string[]) => Promise.all(names.map((name) => field(name).getAttribute('type')));
    t.deepEqual(await types(['Штрихкод', 'Название']), ['text', 'text']);
    t.deepEqual(await types(['Объём, мл', 'Вес пустой, г', 'Вес полной, г']), ['number', 'number', 'number']);
    t.deepEqual(await types(['Плотность, г/мл', 'Крепость, %']), ['number', 'number']);
    t.is(await field('Плотность, г/мл').getAttribute('step'), '0.01');
  },
  desktop,
);
