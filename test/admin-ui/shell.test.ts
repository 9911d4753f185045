import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { adminTables, distOf, serveAdminPages, signedIn } from '../support/admin-pages/admin-pages.ts';
import { pages, setUpAdminPages, TABS, tables } from '../support/admin-pages/overview.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { fakeAnswer } from '../support/http/answers.ts';

setUpAdminPages();

test('what the panel loads at its start is under 350 KB gzip, and neither charts, palette nor editor are in it', async (t) => {
  const dist = distOf();
  const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
  const first = new Set<string>();
  const take = (name: string): void => {
    if (first.has(name)) return;
    first.add(name);
    for (const next of manifest[name].imports ?? []) take(next);
  };
  take('index.html');
  let bytes = 0;
  let code = '';
  for (const name of first) {
    const file = await readFile(join(dist, manifest[name].file));
    bytes += gzipSync(file).length;
    code += file;
  }
  t.log(`${Math.round(bytes / 1024)} KB gzip`);
  t.true(bytes <= 350 * 1024, `${bytes} bytes`);
  for (const word of ['recharts-', 'cmdk-item', 'grapesjs']) t.false(code.includes(word), word);
});

test('the panel can be installed: a manifest of its own, with icons that are there', async (t) => {
  const answer = await fetch(`${pages.url}/admin/manifest.webmanifest`);
  const manifest = (await answer.json()) as {
    start_url: string;
    display: string;
    icons: { src: string; type: string }[];
  };
  t.is(manifest.start_url, '/admin');
  t.is(manifest.display, 'standalone');
  for (const { src, type } of manifest.icons) {
    const icon = await fetch(pages.url + src);
    t.is(icon.status, 200, src);
    t.is(icon.headers.get('content-type')?.split(';')[0], type);
  }
});

browserTest('the panel says what is wrong where the server cannot be reached', async (t, { page }) => {
  const own = await serveAdminPages(adminTables().all);
  let isServed = true;
  t.teardown(() => isServed && own.stop());
  await signedIn(page);
  await page.goto(`${own.url}/admin/users`);
  await page.getByRole('heading', { name: 'Пользователи' }).waitFor();
  const scopes = await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const all = await navigator.serviceWorker.getRegistrations();
    return all.map(({ scope }) => new URL(scope).pathname).sort();
  });
  t.deepEqual(scopes, ['/admin', '/test']);
  await own.stop();
  isServed = false;
  await page.goto(`${own.url}/admin`);
  await page.getByRole('heading', { name: 'Нет связи с сервером' }).waitFor();
  await page.getByRole('button', { name: 'Повторить' }).waitFor();
  t.deepEqual(await seriousViolations(page), []);
});

browserTest('a list that is opened without a network says so, and comes by itself with it', async (t, { page }) => {
  const own = await serveAdminPages(adminTables().all);
  t.teardown(() => own.stop());
  await signedIn(page);
  await page.goto(`${own.url}/admin/tenants`);
  await page.getByText('bar-1', { exact: true }).first().waitFor();
  await page.goto(`${own.url}/admin/users`);
  await page.getByText('user-00001@test.example').first().waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Тенанты', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Нет связи с сервером' }).waitFor();
  t.is(await page.locator('.list-bone:visible').count(), 0);
  await page.context().setOffline(false);
  await page.getByText('bar-1', { exact: true }).first().waitFor();
  t.is(await page.getByRole('alert').filter({ hasText: 'Нет связи с сервером' }).count(), 0);
});

browserTest('a window that is open since before a release is told of it', async (t, { page }) => {
  const own = await serveAdminPages(adminTables().all);
  t.teardown(() => own.stop());
  await signedIn(page);
  await page.goto(`${own.url}/admin/users`);
  await page.getByRole('img', { name: 'Обновляется сразу' }).waitFor();
  await page.route(`${own.url}/admin`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/admin/assets/next.js"></script>' }),
  );
  own.hangUp();
  await page.getByText('Вышла новая версия панели').waitFor();
  await page.unroute(`${own.url}/admin`);
  await page.getByRole('button', { name: 'Обновить' }).click();
  await page.getByText('Вышла новая версия панели').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Пользователи' }).waitFor();
});

browserTest(
  'whoever is no administrator reads that access is denied and comes to the dashboard',
  async (t, { page }) => {
    await signedIn(page);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const customer = { id: 2, email: 'c@test.example', role: 'customer' };
    await page.route('**/api/auth/me', (route) =>
      route.fulfill({ json: fakeAnswer('GET', '/api/auth/me', 200, { success: true, user: customer }) }),
    );
    for (const path of ['/admin/users', '/test']) {
      // the text is shown for two seconds, and the rest of the page may take longer to load
      await page.goto(pages.url + path, { waitUntil: 'commit' });
      await page.getByRole('alert').filter({ hasText: 'Доступ запрещен' }).waitFor();
      await page.waitForURL('**/dashboard');
    }
    t.deepEqual([...new Set(asked.filter((path) => path.startsWith('/api/')))], ['/api/auth/me'], 'nothing else');
  },
);

browserTest('where the server does not say who somebody is, nobody is sent away', async (t, { page }) => {
  await signedIn(page);
  await page.route('**/api/auth/me', (route) => route.abort());
  await page.goto(`${pages.url}/admin`);
  await page.getByRole('alert').filter({ hasText: 'Не удалось загрузить данные' }).waitFor();
  await page.unroute('**/api/auth/me');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await page.getByRole('heading', { name: 'Обзор' }).waitFor();
  t.is(new URL(page.url()).pathname, '/admin');
});

browserTest(
  'a sign-in that is over is asked for in place: what is typed stays, and what was sent arrives',
  async (t, { page }) => {
    await signedIn(page);
    await page.goto(`${pages.url}/admin/plans`);
    await page.getByRole('button', { name: 'Создать тариф' }).click();
    const plan = page.getByRole('dialog', { name: 'Новый тариф' });
    await plan.getByLabel('Код').fill('evening');
    await plan.getByLabel('Название').fill('Вечерний');
    await page.mouse.click(5, 400);
    await page.route('**/api/admin/**', (route) =>
      route.request().headers().authorization === 'Bearer a-token'
        ? route.fulfill({ status: 401, json: { success: false, error: 'Сессия истекла' } })
        : route.continue(),
    );
    pages.answers['POST /auth/refresh'] = [401, { success: false, error: 'Сессия завершена' }];
    pages.answers['POST /auth/login'] = [401, { success: false, error: 'Неверный email или пароль' }];
    pages.answers['POST /admin/plans'] = [201, { success: true, plan: tables.plans.data[0] }];
    await plan.getByRole('button', { name: 'Создать' }).click();
    const signIn = page.getByRole('dialog', { name: 'Вход закончился' });
    await signIn.getByText('введённое останется').waitFor();
    await page.keyboard.press('Escape');
    t.is(await page.evaluate("localStorage.getItem('token')"), null);
    t.deepEqual(await seriousViolations(page), []);
    await signIn.getByLabel('Пароль').fill('не тот');
    await page.keyboard.press('Enter');
    await page.getByText('Неверный email или пароль').waitFor();
    t.is(await page.locator('[name=display_name]').inputValue(), 'Вечерний');

    const user = { id: 1, email: 'admin@test.example', role: 'admin' };
    pages.answers['POST /auth/login'] = [200, { success: true, user, token: 'b-token', refreshToken: 'r' }];
    await signIn.getByLabel('Пароль').fill('тот');
    await page.keyboard.press('Enter');
    await page.getByText('Тариф создан').waitFor();
    await plan.waitFor({ state: 'detached' });
    t.deepEqual(
      pages.of('POST /admin/plans').map(({ body }) => (body as { display_name: string }).display_name),
      ['Вечерний'],
    );
    t.is(new URL(page.url()).pathname, '/admin/plans');
  },
);

browserTest('a sign-in asked for in place asks for the second step too', async (t, { page }) => {
  const challenge = { challenge: 'c', methods: ['totp', 'passkey', 'recovery'], passkey: { challenge: 'AA' } };
  const question = { success: false, error: 'Подтвердите вход вторым шагом', code: 'second_factor_required' };
  // its own answers: the tests of a file run concurrently
  const answers: Record<string, [number, object]> = {
    '/api/auth/refresh': [401, { success: false, error: 'Сессия завершена' }],
    '/api/auth/login': [403, { ...question, ...challenge }],
    '/api/auth/second-factor': [400, { success: false, error: 'Вход начат слишком давно', code: 'challenge_over' }],
  };
  const sent: unknown[] = [];
  await signedIn(page);
  await page.goto(`${pages.url}/admin/plans`);
  await page.getByRole('row').nth(1).waitFor();
  await page.route('**/api/admin/**', (route) =>
    route.request().headers().authorization === 'Bearer a-token'
      ? route.fulfill({ status: 401, json: { success: false, error: 'Сессия истекла' } })
      : route.continue(),
  );
  await page.route('**/api/auth/*', (route) => {
    const path = new URL(route.request().url()).pathname;
    const [status, json] = answers[path] ?? [404, {}];
    if (path === '/api/auth/second-factor') sent.push(route.request().postDataJSON());
    return route.fulfill({ status, json: fakeAnswer('POST', path, status, json) });
  });
  await page.getByRole('link', { name: 'Пользователи' }).first().click();
  const first = page.getByRole('dialog', { name: 'Вход закончился' });
  await first.getByLabel('Пароль').fill('тот');
  await page.keyboard.press('Enter');
  const second = page.getByRole('dialog', { name: 'Второй шаг' });
  await second.getByLabel('Код из приложения').fill('123 456');
  t.deepEqual(await seriousViolations(page), []);
  await second.getByRole('button', { name: 'Подтвердить ключом доступа' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Вход начат слишком давно').waitFor();

  await first.getByLabel('Пароль').fill('тот');
  await page.keyboard.press('Enter');
  const wrong = { success: false, error: 'Кода нет', errors: { recoveryCode: 'Такого резервного кода нет' } };
  answers['/api/auth/second-factor'] = [400, wrong];
  await second.getByRole('button', { name: 'Ввести резервный код' }).click();
  await second.getByLabel('Резервный код').fill('abcd-efgh');
  await page.keyboard.press('Enter');
  await second.getByText('Такого резервного кода нет').waitFor();
  const user = { id: 1, email: 'admin@test.example', role: 'admin' };
  answers['/api/auth/second-factor'] = [200, { success: true, user, token: 'b-token', refreshToken: 'r' }];
  await page.keyboard.press('Enter');
  await second.waitFor({ state: 'detached' });
  t.deepEqual(sent.at(-1), { challenge: 'c', recoveryCode: 'abcd-efgh' });
  t.is(await page.evaluate("localStorage.getItem('token')"), 'b-token');
});

browserTest('an administrator whose sign-in is not safe yet is led to where it is made so', async (t, { page }) => {
  await signedIn(page);
  await page.route('**/api/admin/**', (route) =>
    route.fulfill({ status: 403, json: { success: false, error: 'Сначала второй шаг', code: 'secure_account' } }),
  );
  await page.goto(`${pages.url}/admin/plans`);
  await page.waitForURL('**/profile#security');
  t.is(new URL(page.url()).pathname, '/profile');
});

browserTest('light, dark or the system, as the administrator chooses', async (t, { page }) => {
  await signedIn(page);
  await page.goto(`${pages.url}/admin/users`);
  await page.getByRole('row').nth(1).waitFor();
  const scheme = () => page.evaluate('getComputedStyle(document.documentElement).colorScheme');
  t.is(await scheme(), 'light');
  await page.getByRole('button', { name: 'Тема' }).click();
  await page.getByRole('menuitemradio', { name: 'Тёмная' }).click();
  await page.waitForFunction("getComputedStyle(document.documentElement).colorScheme === 'dark'");
  await page.getByRole('menu').waitFor({ state: 'detached' });
  t.deepEqual(await seriousViolations(page), []);
  await page.reload();
  await page.getByRole('row').nth(1).waitFor();
  t.is(await scheme(), 'dark', 'it is remembered');
});

browserTest(
  'on a phone the tabs are a sheet, and nothing is wider than the screen',
  async (t, { page }) => {
    await signedIn(page);
    await page.goto(`${pages.url}/admin`);
    await page.getByRole('button', { name: 'Разделы' }).click();
    const sheet = page.getByRole('dialog', { name: 'Разделы' });
    const tabs = sheet.getByRole('navigation', { name: 'Разделы' }).getByRole('link');
    t.deepEqual(await tabs.allInnerTexts(), TABS);
    t.deepEqual(await seriousViolations(page), []);
    await sheet.getByRole('link', { name: 'Пользователи' }).click();
    await page.getByRole('listitem').first().waitFor();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Разделы' }).click();
    await sheet.waitFor();
    await page.goBack();
    await sheet.waitFor({ state: 'detached' });
    t.is(new URL(page.url()).pathname, '/admin', 'the sheet does not stay above the page before');
    for (const path of ['', '/users', '/tenants', '/plans', '/subscriptions', '/images']) {
      await page.goto(`${pages.url}/admin${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path);
      t.deepEqual(await seriousViolations(page), [], path);
    }
  },
  { viewport: { width: 360, height: 740 } },
);
