import { openPanel, row } from '../support/admin-pages/admin-list.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { until } from '../support/run/until.ts';

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
    // the undo is offered for seconds: it is pressed at once, and reaches the server when the row has been seen
    const seen = Promise.withResolvers<void>();
    await page.route('**/api/admin/users/2/status', async (route) => {
      if (route.request().postDataJSON().status === 'active') await seen.promise;
      await route.continue();
    });
    // a double click does it only once
    await page.getByRole('button', { name: 'Заблокировать: user-00002@test.example' }).dblclick();
    await page.getByRole('button', { name: 'Отменить' }).click();
    await toast(page, 'Пользователь заблокирован');
    await row(page, 'user-00002').getByText('Заблокирован').waitFor();
    seen.resolve();
    await toast(page, 'Пользователь активирован');
    await row(page, 'user-00002').getByText('Активен').waitFor();
    t.deepEqual(
      pages.of('PUT /admin/users/2/status').map(({ body }) => body),
      [{ status: 'blocked' }, { status: 'active' }],
    );

    pages.answers['PUT /admin/users/2/status'] = [500, { success: false, error: 'Сервер занят' }];
    await page.getByRole('button', { name: 'Заблокировать: user-00002@test.example' }).click();
    // the server's words stand below ours
    await toast(page, 'Не удалось выполнить действие: заблокироватьСервер занят');
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
  'what is done to many tells how far it has come and can be stopped, and what was done by then can be taken back',
  async (t, { page }) => {
    const { pages } = await openPanel(t, page, '/users', { users: 25 });
    await row(page, 'user-00001').waitFor();
    const held: (() => void)[] = [];
    await page.route('**/api/admin/users/*/status', (route) => {
      if (route.request().postDataJSON().status === 'active') return route.continue();
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
    // the button is there for seconds
    await page.getByRole('button', { name: 'Отменить' }).click();
    await toast(page, 'Пользователь заблокирован: 5');
    t.is(held.length, 5, 'no more were begun');
    t.is(await page.getByRole('button', { name: 'Остановить' }).count(), 0);
    await until(() => pages.calls.filter(({ call }) => call.endsWith('/status')).length === 5, 'all five');
  },
  desktop,
);

browserTest(
  'nobody acts on rows of another search: what was selected under it is not, and where the new one fails they are gone',
  async (t, { page }) => {
    const { pages } = await openPanel(t, page, '/users', { users: 30 });
    const search = page.getByPlaceholder('Email или имя');
    await search.fill('user-0000');
    await row(page, 'user-00010').waitFor({ state: 'detached' });
    for (const name of ['user-00002', 'user-00003'])
      await page.getByRole('checkbox', { name: `Выбрать: ${name}@test.example` }).check();
    await page.getByText('Выбрано: 2').waitFor();

    await search.fill('user-00004');
    await row(page, 'user-00003').waitFor({ state: 'detached' });
    t.is(await page.getByText(/^Выбрано/).count(), 0);
    t.false(await page.getByRole('checkbox', { name: 'Выбрать все найденные' }).isChecked());

    pages.answers['GET /admin/users'] = [400, { success: false, error: 'Так не ищут' }];
    await search.fill('не ищут');
    await page.getByRole('alert').filter({ hasText: 'Так не ищут' }).waitFor();
    t.is(await row(page, 'user-00004').count(), 0);
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
    pages.emit({ resource: 'users', id: 3 });
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
    pages.emit({ resource: 'plans' });
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
