import { openPanel, row } from '../support/admin-list.ts';
import { browserTest, desktop, seriousViolations } from '../support/browser.ts';
import { stopClock } from '../support/page-clock.ts';
import { until } from '../support/until.ts';

const MANY = 10_000;

browserTest(
  'users are found, sorted, blocked, and unblocked again by the toast; administrators are not offered it',
  async (t, { page }) => {
    const { pages, tables } = await openPanel(t, page, '/users', { users: 30 });
    await row(page, 'user-00001').waitFor();
    const headings = await page.getByRole('columnheader').allInnerTexts();
    t.deepEqual(headings.slice(1), ['Пользователь', 'Роль', 'Подписка', 'Статус', 'Создан', 'Действия']);
    t.deepEqual(JSON.parse(pages.of('GET /admin/users')[0]?.query.sort ?? ''), ['created_at', 'DESC']);
    t.true((await row(page, 'user-00001').innerText()).includes('Админ'));
    t.true((await row(page, 'user-00002').innerText()).includes('Клиент'));
    t.true((await row(page, 'user-00002').innerText()).includes('Стартовый, до 22.12.2026'));
    t.true((await row(page, 'user-00003').innerText()).includes('21.11.2026'));
    t.is(
      await row(page, 'user-00001')
        .getByRole('button', { name: /локировать/ })
        .count(),
      0,
    );

    for (const [name, field] of [
      ['Пользователь', 'email'],
      ['Роль', 'role'],
      ['Статус', 'status'],
      ['Создан', 'created_at'],
    ] as const) {
      await page.getByRole('columnheader', { name }).getByRole('button').click();
      await until(() => pages.of('GET /admin/users').some(({ query }) => query.sort === `["${field}","ASC"]`), field);
    }
    await page.getByPlaceholder('Email или имя').fill('user-00002');
    await row(page, 'user-00003').waitFor({ state: 'detached' });
    t.true(page.url().includes('search=user-00002'));

    const setStatus = (status: string) => () => {
      Object.assign(tables.users.data[1] ?? {}, { status });
      return [200, { success: true }] as [number, object];
    };
    pages.answers['PUT /admin/users/2/status'] = ({ body }) => setStatus((body as { status: string }).status)();
    t.is(await page.title(), 'Пользователи — Администрирование — Остаток');
    // a double click does it only once
    await page.getByRole('button', { name: 'Заблокировать: user-00002@test.example' }).dblclick();
    await page.getByText('Пользователь заблокирован').waitFor();
    await row(page, 'user-00002').getByText('Заблокирован').waitFor();
    await page.getByRole('button', { name: 'Отменить' }).click();
    await page.getByText('Пользователь активирован').waitFor();
    await row(page, 'user-00002').getByText('Активен').waitFor();
    t.deepEqual(
      pages.of('PUT /admin/users/2/status').map(({ body }) => body),
      [{ status: 'blocked' }, { status: 'active' }],
    );

    pages.answers['PUT /admin/users/2/status'] = [500, { success: false, error: 'Сервер занят' }];
    await page.getByRole('button', { name: 'Заблокировать: user-00002@test.example' }).click();
    await page.getByText('Не удалось выполнить действие: заблокировать').waitFor();
    await page.getByText('Сервер занят').waitFor();
    t.deepEqual(await seriousViolations(page), []);
  },
  desktop,
);

browserTest(
  'of ten thousand rows those in sight are drawn, what is looked at alone is asked for, and they keep their place',
  async (t, { page }) => {
    const { pages } = await openPanel(t, page, '/users', { users: MANY });
    await row(page, 'user-00001').waitFor();
    t.is(await page.getByRole('grid').getAttribute('aria-rowcount'), String(MANY + 1));
    t.is(pages.of('GET /admin/users').length, 1);
    const scroll = () =>
      page.evaluate(async () => {
        let most = 0;
        const grid = document.querySelector('[role="grid"]') as HTMLElement;
        for (let step = 0; step < 120; step += 1) {
          grid.scrollBy(0, 900);
          await new Promise(requestAnimationFrame);
          most = Math.max(most, grid.querySelectorAll('.list-row').length);
        }
        return most;
      });
    const rows = await scroll();
    t.true(rows < 80, `${rows} rows at once`);
    await page.keyboard.press('End');
    await row(page, 'user-10000').waitFor();

    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/users/10000*');
    await page.getByRole('complementary').getByRole('heading', { name: 'user-10000@test.example' }).waitFor();
    await page.goBack();
    await row(page, 'user-10000').waitFor();
    await page.getByRole('link', { name: 'Тенанты' }).click();
    await page.getByRole('heading', { name: 'Тенанты' }).waitFor();
    await page.getByRole('link', { name: 'Пользователи' }).click();
    await row(page, 'user-10000').waitFor();
  },
  desktop,
);

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
    t.true(await isWithin());
    await page.keyboard.press('Tab');
    t.true(await isWithin());
    await page.keyboard.press('j');
    await record.getByRole('heading', { name: 'user-00003' }).waitFor();
    t.true(await isWithin());
    await page.keyboard.press('Escape');
    await record.waitFor({ state: 'detached' });
    t.is(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'grid');
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
  'what is done to many tells how far it has come and can be stopped, and what was done by then can be taken back',
  async (t, { page }) => {
    const { pages } = await openPanel(t, page, '/users', { users: 25 });
    await row(page, 'user-00001').waitFor();
    const held: (() => void)[] = [];
    await page.route('**/api/admin/users/*/status', (route) => {
      held.push(() => void route.fulfill({ json: { success: true } }));
    });
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Заблокировать (22)' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Заблокировать' }).click();
    await until(() => held.length === 4, 'four at once');
    await page.getByText('0 из 22').waitFor();
    held[0]?.();
    await page.getByText('1 из 22').waitFor();
    await until(() => held.length === 5, 'one in its place');
    await page.getByRole('button', { name: 'Остановить' }).click();
    for (const answer of held.slice(1)) answer();
    await page.getByText('Пользователь заблокирован: 5').waitFor();
    t.is(held.length, 5, 'no more were begun');
    t.is(await page.getByRole('button', { name: 'Остановить' }).count(), 0);
    await page.unroute('**/api/admin/users/*/status');
    await page.getByRole('button', { name: 'Отменить' }).click();
    await until(() => pages.calls.filter(({ call }) => call.endsWith('/status')).length === 5, 'all five');
  },
  desktop,
);

browserTest(
  'two windows side by side stay current, and hear what they missed when the stream comes back',
  async (t, { page }) => {
    const { pages, tables } = await openPanel(t, page, '/users', { users: 5 });
    const second = await page.context().newPage();
    await second.goto(`${pages.url}/admin/users`);
    for (const window of [page, second]) {
      await row(window, 'user-00003').getByText('Активен').waitFor();
      await window.getByRole('img', { name: 'Обновляется сразу' }).waitFor();
    }
    await page.getByRole('link', { name: 'Тенанты' }).click();
    await row(page, 'bar-1').waitFor();
    const asked = pages.of('GET /admin/tenants').length;
    Object.assign(tables.users.data[2] ?? {}, { status: 'blocked' });
    pages.tell({ resource: 'users', id: 3 });
    await row(second, 'user-00003').getByText('Заблокирован').waitFor();
    await row(second, 'user-00003').locator('.list-warmth').waitFor({ state: 'attached' });
    t.is(await second.locator('.list-warmth').count(), 1, 'only the changed row warms');
    t.is(pages.of('GET /admin/tenants').length, asked, 'nothing else was asked for anew');

    pages.hangUp();
    Object.assign(tables.users.data[2] ?? {}, { status: 'active' });
    await row(second, 'user-00003').getByText('Активен').waitFor();
  },
  desktop,
);

browserTest(
  'a view is saved under a name, columns are chosen, and the whole filtered list is taken away as a file',
  async (t, { page }) => {
    const { pages, tables } = await openPanel(t, page, '/users?status=blocked', { users: 2500 });
    Object.assign(tables.users.data[9] ?? {}, { email: '=cmd|calc@test.example' });
    await row(page, 'user-00020').waitFor();
    await page.getByRole('button', { name: 'Виды' }).click();
    await page.getByRole('menuitem', { name: 'Сохранить этот вид' }).click();
    await page.getByRole('dialog').getByLabel('Название').fill('Заблокированные');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Столбцы' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Роль' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'Роль' }).waitFor({ state: 'detached' });
    await until(() => pages.of('PUT /admin/preferences/columns.users').length === 1, 'the columns are kept');
    await page.getByRole('button', { name: 'Столбцы' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Статус' }).press('Alt+ArrowUp');
    await page.getByRole('menuitemcheckbox', { name: 'Статус' }).press('Alt+ArrowRight');
    await page.keyboard.press('Escape');
    await until(() => pages.of('PUT /admin/preferences/layout.users').length === 2, 'and their order and widths');

    await page.goto(`${pages.url}/admin/users`);
    await row(page, 'user-00001').waitFor();
    const headings = await page.getByRole('columnheader').allInnerTexts();
    t.deepEqual(headings.slice(1), ['Пользователь', 'Статус', 'Подписка', 'Создан', 'Действия']);
    const another = await page.context().newPage();
    await another.goto(`${pages.url}/admin/users`);
    await row(another, 'user-00001').waitFor();
    await page.getByRole('button', { name: 'Виды' }).click();
    await page.getByRole('menuitem', { name: 'Заблокированные' }).click();
    await row(page, 'user-00020').waitFor();
    t.is(new URL(page.url()).searchParams.get('status'), 'blocked');
    const choose = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: 'Виды' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Начинать с вида «Заблокированные»');
    await choose('Переименовать вид «Заблокированные»');
    await page.getByRole('dialog').getByLabel('Название').fill('Закрытые');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await until(() => pages.of('PUT /admin/preferences/views.users').length === 3, 'the view is kept');
    // the other window gets the change, and a new one starts with it
    await another.getByRole('button', { name: 'Виды' }).click();
    await another.getByRole('menuitem', { name: 'Закрытые сначала' }).waitFor();
    await another.goto(`${pages.url}/admin/users`);
    await another.waitForURL('**/admin/users?status=blocked');
    await another.close();

    await page.getByRole('button', { name: 'Экспорт' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const lines = Buffer.concat(chunks).toString('utf8').split('\r\n');
    t.is(lines[0], '\uFEFFПользователь;Имя;Роль;Статус;Подписка;Создан');
    t.is(lines.length, 1 + 250 + 1, 'every row of the filter');
    t.true(
      lines.some((line) => line.startsWith("'=cmd|calc@test.example;")),
      'a formula is made plain',
    );
  },
  desktop,
);

browserTest(
  'what is not there is said: nothing at all, nothing found, nothing loaded',
  async (t, { page }) => {
    const { pages, tables } = await openPanel(t, page, '/plans');
    await row(page, 'Стартовый').waitFor();
    await page.getByPlaceholder('Код, название или описание').fill('нет такого');
    await page.getByText('Тарифы не найдены').waitFor();
    await page.getByRole('button', { name: 'Показать все' }).click();
    await row(page, 'Стартовый').waitFor();
    tables.plans.data.length = 0;
    pages.tell({ resource: 'plans' });
    await page.getByText('Тарифы не найдены').waitFor();
    await page.goto(`${pages.url}/admin/images`);
    await page.getByText('Образы не найдены').waitFor();
    pages.answers['GET /admin/subscriptions/users'] = [500, { success: false, error: 'Ошибка на сервере' }];
    await page.goto(`${pages.url}/admin/subscriptions`);
    await page.getByRole('alert').filter({ hasText: 'Не удалось загрузить данные подписок' }).waitFor();
    t.deepEqual(await seriousViolations(page), []);
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
