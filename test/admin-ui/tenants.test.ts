import { filterOf, openPanel, row, sortsBy } from '../support/admin-pages/admin-list.ts';
import { FEW } from '../support/admin-pages/admin-pages.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { until } from '../support/run/until.ts';

browserTest(
  'venues open in a new tab, and are restarted, suspended and activated where their status allows it',
  async (t, { page }) => {
    const { pages, tables } = await openPanel(t, page, '/tenants', FEW);
    await row(page, 'bar-1').waitFor();
    const link = page.getByRole('link', { name: /^bar-1/ });
    t.is(await link.getAttribute('target'), '_blank');
    t.is(await link.getAttribute('href'), 'http://bar-1.localhost:3000/');
    t.deepEqual(JSON.parse(pages.of('GET /admin/tenants')[0]?.query.sort ?? ''), ['created_at', 'DESC']);
    const actions = (name: string) => row(page, name).locator('.list-actions').getByRole('button').allInnerTexts();
    t.deepEqual(await actions('bar-1'), ['Перезапустить', 'Приостановить']);
    t.deepEqual(await actions('bar-3'), ['Активировать']);
    t.deepEqual(await actions('bar-4'), [], 'one that is being made');

    const id = tables.tenants.data[0]?.id;
    pages.answers[`POST /admin/tenants/${id}/restart`] = [200, { success: true }];
    pages.answers[`PUT /admin/tenants/${id}/status`] = ({ body }) => {
      const { status } = body as { status: string };
      Object.assign(tables.tenants.data[0] ?? {}, { status });
      return [200, { success: true, status }];
    };
    await page.getByRole('button', { name: 'Перезапустить: bar-1' }).click();
    await toast(page, 'Тенант перезапущен');
    await page.getByRole('button', { name: 'Приостановить: bar-1' }).click();
    await toast(page, 'Тенант приостановлен');
    await page.getByRole('button', { name: 'Активировать: bar-1' }).click();
    await toast(page, 'Тенант активирован');
    pages.answers[`POST /admin/tenants/${id}/restart`] = [503, { success: false, error: 'Заведение просыпается' }];
    await page.getByRole('button', { name: 'Перезапустить: bar-1' }).click();
    await toast(page, 'Не удалось выполнить действие: перезапустить');
    t.deepEqual(await seriousViolations(page), []);

    Object.assign(tables.tenants.data[1] ?? {}, {
      bot: { username: 'bar_2', state: 'revoked' },
      max: { username: 'id77_bot', link: 'https://max.ru/id77_bot', shared: true, state: 'unreachable', since: null },
      awake: false,
      status: 'active',
    });
    Object.assign(tables.tenants.data[2] ?? {}, {
      status: 'active',
      // its last address is still written down
      awake: true,
      start_failed: { since: '2026-11-22T10:00:00Z', reason: 'процесс завершился при запуске' },
    });
    Object.assign(tables.tenants.data[3] ?? {}, {
      status: 'deleted',
      making_failed: { at: '2026-11-22T10:00:00Z', reason: 'Telegram не принял токен' },
    });
    pages.emit({ resource: 'tenants' });
    await row(page, 'bar-2').getByText('Токен отозван').waitFor();
    await row(page, 'bar-2').getByText('Спит', { exact: true }).waitFor();
    await row(page, 'bar-3').getByText('Не запускается', { exact: true }).waitFor();
    await row(page, 'bar-3').getByText('Остановлен', { exact: true }).waitFor();
    await row(page, 'bar-4').getByText('Не создан', { exact: true }).waitFor();
    t.is(await row(page, 'bar-4').getByText('На связи').count(), 0);

    await sortsBy(page, pages, 'GET /admin/tenants', {
      Поддомен: 'subdomain',
      Владелец: 'user_email',
      Статус: 'status',
      'Последняя работа': 'last_active_at',
      Процессор: 'cpu_percent',
      Память: 'memory_bytes',
      База: 'database_bytes',
      Файлы: 'disk_bytes',
      Создан: 'created_at',
    });
    await page.getByRole('combobox', { name: /^Бот/ }).selectOption({ label: 'Токен отозван' });
    await page.getByRole('combobox', { name: /^Процесс/ }).selectOption({ label: 'Спит' });
    const narrowed = () => JSON.stringify(filterOf(pages, 'GET /admin/tenants'));
    await until(() => narrowed().includes('awake') && narrowed().includes('revoked'), 'the list is narrowed by both');
    for (const name of [/^Бот/, /^Процесс/]) await page.getByRole('combobox', { name }).selectOption('');
    await row(page, 'bar-1').waitFor();
    await page.getByPlaceholder('Поддомен или email владельца').fill('user-3@');
    await row(page, 'bar-1').waitFor({ state: 'detached' });
    t.deepEqual(filterOf(pages, 'GET /admin/tenants'), { search: 'user-3@' });

    await page.setViewportSize({ width: 768, height: 900 });
    const there = row(page, 'bar-3');
    const pill = await there.getByText('Не запускается', { exact: true }).boundingBox();
    const signs = await there.locator('.list-actions').boundingBox();
    t.true(pill !== null && signs !== null && pill.x + pill.width <= signs.x, 'the state is seen whole');
  },
  desktop,
);

browserTest(
  'a venue is looked at, its log read, entered with a reason, and deleted after a question',
  async (t, { page }) => {
    const { pages, tables } = await openPanel(t, page, '/tenants', FEW);
    const tenant = tables.tenants.data[0] ?? {};
    Object.assign(tenant, {
      owner: { id: 2, email: 'owner@test.example', name: 'Анна', status: 'active' },
      plan: { name: 'starter', display_name: 'Стартовый', status: 'active', period_end: '2026-12-22T00:00:00Z' },
      process: { state: 'running', started_at: '2026-11-21T10:00:00Z', crashes: 2 },
      bot: { username: 'bar_bot', state: 'well' },
      database_bytes: 8_400_000,
      disk_bytes: null,
      stats: { userCount: 3, itemCount: 1200, changeCount: 56_000, lastChangeAt: null },
      last_backup: null,
      last_active_at: '2026-11-22T10:00:00Z',
      suspended_at: null,
      deleted_at: null,
    });
    const path = `/admin/tenants/${tenant.id}`;
    const time = Date.UTC(2026, 10, 22, 10, 5, 7);
    const failed = { level: 50, time, pid: 1, hostname: 'h', err: { message: 'нет места' }, msg: 'count not saved' };
    pages.answers[`GET ${path}/logs`] = [
      200,
      { success: true, lines: ['первая строка', JSON.stringify(failed), 'вторая строка'] },
    ];
    pages.answers[`POST ${path}/support-session`] = [
      200,
      { success: true, url: 'http://bar-1.localhost:3000/support?key=1', expires_at: '2026-11-22T11:00:00Z' },
    ];
    pages.answers[`DELETE ${path}`] = [200, { success: true }];
    await row(page, 'bar-1').getByText('Бар № 1').click();
    const details = page.getByRole('complementary');
    await details.getByText('@bar_bot, На связи').waitFor();
    await details.getByText('Позиций', { exact: true }).waitFor();
    await details.getByText('8 МБ', { exact: true }).waitFor();
    await details.getByText('Журнал заведения').click();
    await details.getByText('вторая строка').waitFor();
    const line = details.getByRole('listitem').filter({ hasText: 'count not saved' });
    t.deepEqual((await line.innerText()).split('\n'), [
      '22.11.2026, 13:05:07',
      'Ошибка',
      'count not saved',
      'err: нет места',
    ]);
    t.deepEqual(await seriousViolations(page), []);

    await details.getByRole('button', { name: 'Войти для поддержки' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Получить ссылку' }).click();
    await dialog.getByText('Укажите причину').waitFor();
    t.is(pages.of(`POST ${path}/support-session`).length, 0);
    await dialog.getByLabel('Причина').fill('Не приходят сообщения бота');
    await dialog.getByRole('button', { name: 'Получить ссылку' }).click();
    const enter = page.getByRole('link', { name: 'Открыть заведение' });
    t.is(await enter.getAttribute('href'), 'http://bar-1.localhost:3000/support?key=1');
    await page.keyboard.press('Escape');

    const inMax = { username: 'id77_bot', link: 'https://max.ru/id77_bot', shared: false, since: null };
    const withMax = (bot: object | null) => [200, { success: true, max: { bot, sharedAvailable: true } }] as const;
    pages.answers[`GET ${path}/max`] = [...withMax({ ...inMax, state: 'revoked' })];
    pages.answers[`PUT ${path}/max`] = ({ body }) => {
      const bot = { ...inMax, state: 'ok', shared: 'shared' in (body as object) };
      Object.assign(tenant, { max: bot });
      return [...withMax(bot)];
    };
    await details.getByRole('button', { name: 'Бот MAX' }).click();
    await dialog.getByText('Свой бот. MAX не принимает токен').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await dialog.getByRole('button', { name: 'Заменить токен' }).click();
    await dialog.getByText('Пожалуйста, введите токен бота MAX').waitFor();
    await dialog.getByLabel('Токен бота MAX').fill('f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8');
    await page.keyboard.press('Enter');
    await toast(page, 'Бот MAX подключён');
    pages.answers[`GET ${path}/max`] = [...withMax({ ...inMax, state: 'ok' })];
    await details.getByText('id77_bot. Свой бот. На связи').waitFor();
    await details.getByRole('button', { name: 'Бот MAX' }).click();
    await dialog.getByRole('button', { name: 'Подключить общего бота' }).click();
    await toast(page, 'Подключён общий бот MAX');
    t.deepEqual(
      pages.of(`PUT ${path}/max`).map(({ body }) => Object.keys(body as object)),
      [['botToken'], ['shared']],
    );
    pages.answers[`GET ${path}/max`] = [...withMax({ ...inMax, shared: true, state: 'ok' })];
    pages.answers[`DELETE ${path}/max`] = [...withMax(null)];
    await details.getByText('id77_bot. Общий бот. На связи').waitFor();
    await details.getByRole('button', { name: 'Бот MAX' }).click();
    t.is(await dialog.getByRole('button', { name: 'Подключить общего бота' }).count(), 0);
    await dialog.getByRole('button', { name: 'Отключить MAX' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Отключить' }).click();
    await toast(page, 'MAX отключён');
    t.is(pages.of(`DELETE ${path}/max`).length, 1);

    const problem = 'Удостоверяющий центр не выдал сертификат: нет такого имени';
    const domain = { name: 'sklad.moybar.example', certificate_until: null, problem };
    pages.answers[`GET ${path}/domain`] = [200, { success: true, domain }];
    pages.answers[`PUT ${path}/domain`] = [200, { success: true, message: 'Своего домена больше нет', domain: null }];
    await details.getByRole('button', { name: 'Свой домен' }).click();
    await dialog.getByText(problem).waitFor();
    await dialog.getByLabel('Домен').fill('https://moybar.example');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await dialog.getByText('Нужен домен без протокола').waitFor();
    await dialog.getByLabel('Домен').fill('');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await toast(page, 'Своего домена больше нет');
    t.deepEqual(pages.of(`PUT ${path}/domain`)[0]?.body, { domain: null });

    pages.answers[`GET ${path}/archive.zip`] = [200, { success: true }];
    const saved = page.waitForEvent('download');
    await details.getByRole('button', { name: 'Скачать архив' }).click();
    t.is((await saved).suggestedFilename(), 'bar-1.zip');
    await toast(page, 'Архив скачан');

    await details.getByRole('button', { name: 'Удалить' }).click();
    await page
      .getByRole('alertdialog')
      .getByText(/ещё 7 дней/)
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await toast(page, 'Тенант удалён');
    t.is(pages.of(`DELETE ${path}`).length, 1);
  },
  desktop,
);
