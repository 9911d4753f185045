import type { Locator } from 'playwright-core';
import type { VenueFacts } from '../../api/contract/tenants.endpoints.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { card, openDashboard, press, venue } from '../support/owner-pages/dashboard.ts';
import { anna, says, setUpOwnerPages } from '../support/owner-pages/pages.ts';
import { until } from '../support/run/until.ts';

setUpOwnerPages();

browserTest('a venue is shown with its facts, its links and what can be done to it', async (t, { page }) => {
  await openDashboard(page, { tenants: [venue('bar', { display_name: 'Бар «Север»' }), venue('nameless')] });
  const named = card(page, 'Бар «Север»');
  await named.getByText('bar', { exact: true }).waitFor();
  await named.getByText('создано 04.03.2026').waitFor();
  await named.getByText('3 пользователя').waitFor();
  const panel = named.getByRole('link', { name: 'Открыть панель' });
  t.is(await panel.getAttribute('href'), 'https://bar.ostatok.example/');
  const heightOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.height ?? 0;
  t.true((await heightOf(panel)) > (await heightOf(named.getByRole('button', { name: 'Удалить' }))));
  t.is(await named.getByRole('link', { name: '@bar_bot' }).getAttribute('href'), 'https://t.me/bar_bot');
  for (const name of ['Перезапустить', 'Сбросить пароль', 'Удалить'])
    t.true(await named.getByRole('button', { name }).isEnabled(), name);
  await page.getByRole('heading', { level: 2, name: 'nameless' }).waitFor();
});

const counting: VenueFacts = {
  userCount: 3,
  itemCount: 1240,
  lastChangeAt: null,
  lastCount: { title: 'Ноябрь', closedAt: '2026-11-01T09:00:00Z', shortage: -4751.5, surplus: 120, withoutCost: 2 },
  openCount: { title: 'Декабрь', openedAt: '2026-11-25T09:00:00Z', lines: 120, counted: 45, people: ['Анна', 'Олег'] },
};

browserTest(
  'the card tells the last count, the loss in money, the items and who counts now, and lets staff in by a QR code',
  async (t, { page }) => {
    await openDashboard(page, {
      tenants: [
        venue('bar', { stats: counting }),
        venue('new', { stats: { ...counting, lastCount: null, openCount: null } }),
      ],
    });
    const bar = card(page, '@bar_bot');
    const factOf = async (name: string) =>
      (await bar.locator('dl > div', { hasText: name }).locator('dd').innerText()).replaceAll('\u00a0', ' ');
    t.regex(await factOf('Считают сейчас'), /Анна, Олег\s+«Декабрь»: 45 из 120/);
    t.regex(await factOf('Последний подсчёт'), /1 нояб?.*\s+«Ноябрь»/);
    t.regex(await factOf('Потери в подсчёте'), /−4 751,50 ₽\s+излишек 120 ₽ · 2 позиции без цены/);
    t.regex(await factOf('Позиций'), /^1 240$/);
    await card(page, '@new_bot').getByText('ещё не было').waitFor();
    await bar.getByRole('button', { name: 'QR для сотрудников' }).click();
    await page.getByRole('dialog').getByRole('img', { name: 'QR-код бота: bar' }).waitFor();
    t.is(
      await page.getByRole('dialog').getByRole('status', { name: 'Ссылка на бота' }).textContent(),
      'https://t.me/bar_bot',
    );
    t.deepEqual(await seriousViolations(page), []);
  },
);

browserTest('a double press and a held Enter ask the server once and say one thing', async (t, { page }) => {
  const { answers, of } = await openDashboard(page, { person: { email_verified: false } });
  answers['POST /auth/resend-verification'] = [200, { success: true, message: 'Отправлено' }];
  answers['POST /provision/tenant/t-bar/restart'] = [200, { success: true }];
  answers['DELETE /provision/tenant/t-bar'] = [200, { success: true }];
  await page.getByRole('button', { name: 'Отправить ещё раз' }).dblclick();
  await toast(page, 'Ссылка для подтверждения отправлена на ваш email');
  const restart = page.getByRole('button', { name: 'Перезапустить' });
  await restart.dblclick();
  await toast(page, 'Заведение перезапущено');
  const shown = page.locator('[data-rht-toaster] [role=status]').filter({ hasText: 'Заведение перезапущено' });
  t.true((await shown.count()) <= 1, 'it is said once');
  await restart.focus();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await until(() => of('POST /provision/tenant/t-bar/restart').length > 1, 'the key has pressed');
  t.is(of('POST /provision/tenant/t-bar/restart').length, 2, 'a held key presses once');
  // the second press of a double one neither answers a question that has just appeared nor closes it
  await page.getByRole('button', { name: 'Сбросить пароль' }).click();
  await page.getByRole('dialog').waitFor();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
  await press(page, 'Удалить');
  await page.getByRole('button', { name: 'Да, удалить' }).dblclick();
  await toast(page, 'Заведение удалено');
  for (const [call, times] of [
    ['POST /auth/resend-verification', 1],
    ['POST /provision/tenant/t-bar/restart', 2],
    ['POST /provision/tenant/t-bar/reset-password', 0],
    ['DELETE /provision/tenant/t-bar', 1],
  ] as const)
    t.is(of(call).length, times, call);
});

const gone = {
  tenant_id: 't-old',
  subdomain: 'old',
  display_name: 'Бар «Старый»',
  deleted_at: '2026-11-20T10:00:00Z',
  restorable_until: '2026-11-27T10:00:00Z',
};

browserTest('a deleted venue is brought back by its owner, or says on the page why it is not', async (t, { page }) => {
  const { answers, of } = await openDashboard(page);
  answers['GET /provision/deleted-tenants'] = [200, { success: true, tenants: [gone] }];
  const refusal = 'На тарифе нет места: он рассчитан на 1. Смените тариф или удалите другое заведение и повторите.';
  answers['POST /provision/tenant/t-old/restore'] = [403, { success: false, error: refusal, code: 'tenant_limit' }];
  await page.reload();
  await page.getByText(/Данные сотрём 27 нояб?/).waitFor();
  const back = page.getByRole('button', { name: 'Вернуть: Бар «Старый»' });
  await back.dblclick();
  await page.getByRole('alert').filter({ hasText: refusal }).getByRole('link', { name: 'К подписке' }).waitFor();
  t.is(of('POST /provision/tenant/t-old/restore').length, 1);

  answers['POST /provision/tenant/t-old/restore'] = [200, { success: true, status: 'active' }];
  answers['GET /provision/deleted-tenants'] = [200, { success: true, tenants: [] }];
  answers['GET /provision/my-tenants'] = [200, { success: true, tenants: [venue('bar'), venue('old')] }];
  await back.click();
  await toast(page, '«Бар „Старый“» снова с вами');
  await card(page, '@old_bot').waitFor();
  await back.waitFor({ state: 'detached' });
});

browserTest(
  'each state has its label; only an active venue restarts, a deleted one is not listed',
  async (t, { page }) => {
    const states = ['active', 'creating', 'suspended', 'deleted'] as const;
    await openDashboard(page, { tenants: states.map((status) => venue(`bar-${status}`, { status })) });
    for (const [status, label, works] of [
      ['active', 'Активен', true],
      ['creating', 'Создается', false],
      ['suspended', 'Приостановлен', false],
    ] as const) {
      const one = card(page, `bar-${status}`);
      await one.getByText(label, { exact: true }).waitFor();
      t.is(await one.getByRole('button', { name: 'Перезапустить' }).isEnabled(), works, status);
      t.is(await one.getByRole('button', { name: 'Сбросить пароль' }).isEnabled(), works, status);
    }
    t.is(await card(page, 'bar-').count(), 3);
  },
);

browserTest('what could not be done to a venue is said', async (t, { page }) => {
  const { answers, of } = await openDashboard(page);
  await press(page, 'Перезапустить');
  await toast(page, 'Ошибка перезапуска');
  await press(page, 'Сбросить пароль');
  t.is(of('POST /provision/tenant/t-bar/reset-password').length, 0);
  await page.getByRole('dialog').getByRole('button', { name: 'Сбросить', exact: true }).click();
  await toast(page, 'Ошибка сброса пароля');
  await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
  await press(page, 'Удалить');
  t.is(of('DELETE /provision/tenant/t-bar').length, 0);
  await press(page, 'Да, удалить');
  await toast(page, 'Ошибка удаления');
  t.is(of('DELETE /provision/tenant/t-bar').length, 1);
  answers['POST /provision/tenant/t-bar/restart'] = [409, { success: false, error: 'Заведение не работает' }];
  await press(page, 'Оставить');
  await press(page, 'Перезапустить');
  await toast(page, 'Заведение не работает');
});

browserTest('a new password is shown once, with a button that copies it', async (t, { page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { answers } = await openDashboard(page);
  const credentials = { login: 'boss', password: 'Abc123Def456' };
  answers['POST /provision/tenant/t-bar/reset-password'] = [200, { success: true, credentials }];
  await press(page, 'Сбросить пароль');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Прежний пароль администратора «bar» перестанет подходить/).waitFor();
  await dialog.getByRole('button', { name: 'Сбросить', exact: true }).click();
  t.is(await dialog.getByRole('status', { name: 'Логин' }).textContent(), 'boss');
  t.is(await dialog.getByRole('status', { name: 'Пароль' }).textContent(), 'Abc123Def456');
  await dialog.getByText(/был подключён Telegram или MAX, он отключён/).waitFor();
  await dialog.getByRole('button', { name: 'Скопировать: пароль' }).click();
  await dialog.getByRole('button', { name: 'Пароль: скопировано' }).waitFor();
  t.is(await page.evaluate(() => navigator.clipboard.readText()), 'Abc123Def456');
});

browserTest('a 401 of a venue’s call is for the dashboard to tell, and signs nobody out', async (t, { page }) => {
  const { answers } = await openDashboard(page);
  answers['POST /auth/refresh'] = [200, { success: true, user: anna, token: 'next', refreshToken: 'refresh-2' }];
  answers['POST /provision/tenant/t-bar/restart'] = [401, { success: false, error: 'Заведение вас не узнало' }];
  await press(page, 'Перезапустить');
  await toast(page, 'Заведение вас не узнало');
  t.regex(page.url(), /\/dashboard$/);
  t.is(await page.evaluate(() => localStorage.getItem('token')), 'next');
});

browserTest('venues that do not come say so, and are asked for again', async (t, { page }) => {
  const { answers, of } = await openDashboard(page);
  answers['GET /provision/my-tenants'] = [500];
  await page.reload();
  await says(page, 'Не удалось загрузить заведения');
  answers['GET /provision/my-tenants'] = [200, { success: true, tenants: [venue('back')] }];
  await press(page, 'Повторить');
  await card(page, 'back').waitFor();
  t.true(of('GET /provision/my-tenants').length >= 3);
});

browserTest('a password that is being reset is shown, also to who pressed Escape meanwhile', async (t, { page }) => {
  const answered = Promise.withResolvers<[number, object]>();
  const { answers, of } = await openDashboard(page);
  answers['POST /provision/tenant/t-bar/reset-password'] = () => answered.promise;
  await press(page, 'Сбросить пароль');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Сбросить', exact: true }).click();
  await until(() => of('POST /provision/tenant/t-bar/reset-password').length === 1, 'the request is sent');
  await page.keyboard.press('Escape');
  answered.resolve([200, { success: true, credentials: { login: 'anna', password: 'Abc123Def456' } }]);

  t.is(await dialog.getByRole('status', { name: 'Пароль' }).textContent(), 'Abc123Def456');
});
