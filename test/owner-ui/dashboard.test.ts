import test from 'ava';
import type { Locator, Page } from 'playwright-core';
import type { User } from '../../api/contract/auth.ts';
import type { Tenant, VenueFacts } from '../../api/contract/provision.ts';
import { subscriptionOf } from '../support/billing-answers.ts';
import { browserTest, seriousViolations, type Visit } from '../support/browser.ts';
import { answerCalls, serveOwnerPages } from '../support/owner-pages.ts';
import { toast } from '../support/toasts.ts';
import { until } from '../support/until.ts';

let pages: Awaited<ReturnType<typeof serveOwnerPages>>;
test.before(async () => {
  pages = await serveOwnerPages();
});
test.after.always(() => pages?.stop());

const user = {
  id: 7,
  email: 'anna@bar.example',
  email_verified: true,
  name: 'Анна',
  role: 'customer',
  status: 'active',
  plan: null,
  providers: [],
  has_password: true,
} as unknown as User;

const venue = (subdomain: string, more: Partial<Tenant> = {}): Tenant => ({
  id: subdomain,
  tenant_id: `t-${subdomain}`,
  subdomain,
  display_name: '',
  status: 'active',
  web_url: `https://${subdomain}.ostatok.example/`,
  bot_state: 'ok',
  bot_username: `${subdomain}_bot`,
  created_at: '2026-03-04T10:00:00Z',
  stats: { userCount: 3 },
  ...more,
});

const ending = (days_remaining: number, more: object = {}) =>
  subscriptionOf({ days_remaining, is_expiring_soon: true, payment_method: null, ...more });

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
const card = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const create = (page: Page) => page.getByRole('button', { name: 'Создать заведение' });

interface Given {
  person?: Partial<User>;
  tenants?: Tenant[];
  subscription?: object | null;
}

/** The dashboard of a user with these tenants and this subscription. */
async function openDashboard(page: Page, { person = {}, tenants = [venue('bar')], subscription = null }: Given = {}) {
  const known = { ...user, ...person };
  const server = await answerCalls(page, {
    'GET /auth/me': [200, { success: true, user: known }],
    'GET /provision/my-tenants': [200, { success: true, tenants }],
    'GET /billing/subscription': [200, { success: true, subscription }],
  });
  await page.context().addInitScript((text) => {
    if (location.origin === 'null' || localStorage.getItem('token')) return;
    localStorage.setItem('token', 'access');
    localStorage.setItem('refreshToken', 'refresh');
    localStorage.setItem('user', text);
  }, JSON.stringify(known));
  await page.goto(`${pages.url}/dashboard`);
  await page.getByRole('heading', { level: 1, name: 'Мои заведения' }).waitFor();
  return server;
}

const fact = async (page: Page, label: string): Promise<string> =>
  (await page.locator('dl > div', { hasText: label }).locator('dd').innerText()).trim();

browserTest(
  'the cards count the venues and name the plan, Starter where there is none',
  async (t, { page, another }) => {
    const tenants = [venue('one'), venue('two', { status: 'suspended' }), venue('three', { status: 'creating' })];
    await openDashboard(page, { tenants });
    await card(page, 'three').waitFor();
    t.deepEqual([await fact(page, 'Заведений'), await fact(page, 'Активных')], ['3', '1']);
    t.is(await fact(page, 'Тариф'), 'Starter');
    const paying = await another();
    await openDashboard(paying, { subscription: ending(20, { is_expiring_soon: false }) });
    await paying.getByText('Стартовый', { exact: true }).waitFor();
  },
);

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
    const told = async (name: string) =>
      (await bar.locator('dl > div', { hasText: name }).locator('dd').innerText()).replaceAll('\u00a0', ' ');
    t.regex(await told('Считают сейчас'), /Анна, Олег\s+«Декабрь»: 45 из 120/);
    t.regex(await told('Последний подсчёт'), /1 нояб?.*\s+«Ноябрь»/);
    t.regex(await told('Потери в подсчёте'), /−4 751,50 ₽\s+излишек 120 ₽ · 2 позиции без цены/);
    t.regex(await told('Позиций'), /^1 240$/);
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
  answers['POST /auth/resend-verification'] = [200, { success: true }];
  answers['POST /provision/tenant/t-bar/restart'] = [200, { success: true }];
  answers['DELETE /provision/tenant/t-bar'] = [200, { success: true }];
  await page.getByRole('button', { name: 'Отправить ещё раз' }).dblclick();
  await toast(page, 'Ссылка для подтверждения отправлена на ваш email');
  const restart = page.getByRole('button', { name: 'Перезапустить' });
  await restart.dblclick();
  await toast(page, 'Заведение перезапущено');
  t.is(await page.locator('[data-rht-toaster] [role=status]').filter({ hasText: 'Заведение перезапущено' }).count(), 1);
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

browserTest('after a downgrade the owner chooses which venues run, as many as the plan allows', async (t, { page }) => {
  const asleep = { status: 'suspended', suspended_by: 'billing' } as const;
  const subscription = {
    ...ending(20, { is_expiring_soon: false }),
    plan: { name: 'starter', display_name: 'Стартовый', max_instances: 1 },
  };
  const tenants = [venue('two', { ...asleep, keep_rank: 2 }), venue('one', { keep_rank: 1 })];
  const { answers, of } = await openDashboard(page, { tenants, subscription });
  answers['PUT /provision/kept-tenants'] = [200, { success: true }];
  await card(page, '@two_bot').or(card(page, 'two')).getByRole('button', { name: 'выбрать, что работает' }).click();
  const dialog = page.getByRole('dialog', { name: 'Какое заведение работает?' });
  t.true(await dialog.getByRole('radio', { name: 'one' }).isChecked());
  await dialog.getByRole('radio', { name: 'two' }).check();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await toast(page, 'Сохранено');
  await dialog.waitFor({ state: 'detached' });
  t.deepEqual(of('PUT /provision/kept-tenants')[0]?.body, { tenantIds: ['t-two'] });
});

browserTest('before a scheduled downgrade the owner chooses which venues stay', async (t, { page }) => {
  const subscription = {
    ...ending(20, { is_expiring_soon: false }),
    plan: { name: 'professional', display_name: 'Профессиональный', max_instances: 3 },
    deferred_plan_display_name: 'Стартовый',
    deferred_max_instances: 1,
  };
  const tenants = [venue('two', { keep_rank: 2 }), venue('one', { keep_rank: 1 })];
  const { answers, of } = await openDashboard(page, { tenants, subscription });
  const notice = page.getByRole('note').filter({ hasText: 'На тарифе «Стартовый» — 1 заведение' });
  await notice.getByText('Продолжит работать «one». Приостановится «two», данные сохраним.').waitFor();
  await notice.getByRole('button', { name: 'Выбрать, что останется' }).click();
  const dialog = page.getByRole('dialog', { name: 'Какое заведение останется?' });
  t.true(await dialog.getByRole('radio', { name: 'one' }).isChecked());
  t.deepEqual(await seriousViolations(page), []);
  await dialog.getByRole('radio', { name: 'two' }).check();
  answers['PUT /provision/kept-tenants'] = [200, { success: true }];
  const chosen = [venue('two', { keep_rank: 1 }), venue('one', { keep_rank: 2 })];
  answers['GET /provision/my-tenants'] = [200, { success: true, tenants: chosen }];
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await notice.getByText('Продолжит работать «two». Приостановится «one», данные сохраним.').waitFor();
  t.deepEqual(of('PUT /provision/kept-tenants')[0]?.body, { tenantIds: ['t-two'] });
});

browserTest(
  'a toast never lies over what was just pressed, and a tablet held upright has no phone bar',
  async (t, { another }) => {
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [360, 740],
    ] as const) {
      const page = await another({ viewport: { width, height } });
      const { answers } = await openDashboard(page);
      answers['POST /provision/tenant/t-bar/restart'] = [200, { success: true }];
      const button = page.getByRole('button', { name: 'Создать заведение' });
      for (const pressed of [button, page.getByRole('button', { name: 'Перезапустить' })]) {
        await pressed.click();
        const shown = page.locator('[data-rht-toaster] :is([role=status], [role=alert])').last();
        await shown.waitFor();
        const [one, other] = [await shown.boundingBox(), await pressed.boundingBox()];
        const overlaps =
          one &&
          other &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height &&
          one.x < other.x + other.width &&
          other.x < one.x + one.width;
        t.falsy(overlaps, `${width}: ${JSON.stringify([one, other])}`);
      }
      const bar = await page.getByRole('navigation', { name: 'Разделы' }).boundingBox();
      t.is((bar?.y ?? 0) > height / 2, width < 768, `${width}`);
      t.true(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `${width}`);
    }
  },
);

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
  await dialog.getByText(/Telegram администратора .* отключён/).waitFor();
  await dialog.getByRole('button', { name: 'Скопировать: пароль' }).click();
  await dialog.getByRole('button', { name: 'Пароль: скопировано' }).waitFor();
  t.is(await page.evaluate(() => navigator.clipboard.readText()), 'Abc123Def456');
});

browserTest('a new venue is asked for first, and refused by the plan’s limit', async (t, { page }) => {
  const { answers, of } = await openDashboard(page);
  await create(page).press('Enter');
  await toast(page, 'Не удалось проверить возможность создания заведения');
  answers['GET /provision/can-create'] = [200, { success: true, canCreate: false, current: 2, limit: 2 }];
  await create(page).press('Enter');
  await toast(page, 'Достигнут лимит заведений: 2/2. Обновите подписку для создания новых заведений.');
  t.regex(page.url(), /\/dashboard$/);
  answers['GET /provision/can-create'] = [200, { success: true, canCreate: true, current: 1, limit: 2 }];
  await create(page).press('Enter');
  await page.waitForURL('**/wizard');
  t.is(of('GET /provision/can-create').length, 3);
});

browserTest('the limit of venues leads on to the subscription, as long as there are so many', async (t, { page }) => {
  const { answers } = await openDashboard(page, { tenants: [venue('bar'), venue('cafe')] });
  answers['GET /provision/can-create'] = [200, { success: true, canCreate: false, current: 2, limit: 2 }];
  await create(page).press('Enter');
  const onward = page.getByRole('link', { name: 'Сменить тариф' });
  t.is(await onward.getAttribute('href'), '/subscription');
  await page.getByText('Сейчас можно 2 заведения.').waitFor();

  answers['DELETE /provision/tenant/t-bar'] = [200, { success: true }];
  answers['GET /provision/my-tenants'] = [200, { success: true, tenants: [venue('cafe')] }];
  await card(page, 'bar').getByRole('button', { name: 'Удалить' }).click();
  await press(page, 'Да, удалить');
  await onward.waitFor({ state: 'detached' });
});

for (const status of ['expired', 'past_due'])
  browserTest(`a subscription that is ${status} disables the buttons that create`, async (t, { page, another }) => {
    const subscription = ending(0, { status });
    await openDashboard(page, { subscription });
    await page.getByRole('link', { name: 'Оплатить' }).waitFor();
    t.true(await create(page).isDisabled());
    const without = await another();
    await openDashboard(without, { subscription, tenants: [] });
    await without.getByText('Пока нет ни одного заведения').waitFor();
    t.true(await create(without).isDisabled());
  });

browserTest('the sections and the way out are there for all, the admin panel for administrators', async (t, visit) => {
  const linksOf = async (page: Page): Promise<(string | null)[]> =>
    page
      .getByRole('navigation', { name: 'Разделы' })
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const { page, another } = visit;
  await openDashboard(page);
  t.deepEqual(await linksOf(page), ['/dashboard', '/subscription', '/profile']);
  const administrator = await another();
  await openDashboard(administrator, { person: { role: 'admin' } });
  await administrator.getByRole('link', { name: 'Админ-панель' }).waitFor();
  t.deepEqual(await linksOf(administrator), ['/dashboard', '/subscription', '/profile', '/admin']);
  await press(page, 'Выйти');
  await page.waitForURL('**/login');
});

browserTest('whoever has not confirmed the address is asked to, and may have the letter again', async (t, { page }) => {
  const { answers, of } = await openDashboard(page, { person: { email_verified: false } });
  await says(page, 'Подтвердите email');
  await press(page, 'Отправить ещё раз');
  await toast(page, 'Ошибка отправки');
  answers['POST /auth/resend-verification'] = [200, { success: true }];
  await press(page, 'Отправить ещё раз');
  await toast(page, 'Ссылка для подтверждения отправлена на ваш email');
  t.deepEqual(of('POST /auth/resend-verification').at(-1)?.body, { email: user.email });
});

const warning = (page: Page) => page.getByText(/До конца подписки/);

browserTest('the warning says how much is left, the louder the nearer', async (t, { another }: Visit) => {
  const colours: string[] = [];
  for (const [days, words] of [
    [7, 'До конца подписки 7 дней'],
    [3, 'До конца подписки 3 дня'],
    [1, 'До конца подписки 1 день. После этого все заведения будут приостановлены.'],
  ] as const) {
    const page = await another();
    await openDashboard(page, { subscription: ending(days) });
    await page.getByText(words).waitFor();
    t.deepEqual(await seriousViolations(page), []);
    colours.push(
      await warning(page).evaluate((text) => getComputedStyle(text.closest('[role]') ?? text).backgroundColor),
    );
  }
  t.is(new Set(colours).size, 3, 'each level looks different');
  for (const subscription of [ending(8), ending(2, { is_free_plan: true }), ending(2, { is_expiring_soon: false })]) {
    const page = await another();
    await openDashboard(page, { subscription });
    await page.getByText('Стартовый', { exact: true }).waitFor();
    t.is(await warning(page).count(), 0);
  }
});

browserTest('a warning sent away stays away for the day, in this session', async (t, { page }) => {
  await page.clock.install({ time: new Date('2026-11-21T10:00:00+03:00') });
  await openDashboard(page, { subscription: ending(5) });
  await page.getByRole('button', { name: 'Закрыть' }).click();
  await warning(page).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Стартовый', { exact: true }).waitFor();
  t.is(await warning(page).count(), 0);
  const anotherSession = await page.context().newPage();
  await anotherSession.goto(page.url());
  await warning(anotherSession).waitFor();
  await page.clock.setSystemTime(new Date('2026-11-22T00:01:00+03:00'));
  await page.reload();
  await warning(page).waitFor();
});

browserTest('here a success stays three seconds', async (t, { page }) => {
  await page.clock.install();
  const { answers } = await openDashboard(page);
  answers['POST /provision/tenant/t-bar/restart'] = [200, { success: true }];
  const button = page.getByRole('button', { name: 'Перезапустить' });
  await button.waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await button.press('Enter');
  const success = page.getByRole('status').filter({ hasText: 'Заведение перезапущено' });
  await until(async () => {
    await page.clock.runFor(1);
    return (await success.count()) > 0;
  }, 'it is there');
  await page.clock.runFor(2_500);
  t.is(await success.count(), 1);
  await page.clock.runFor(500);
  await page.clock.runFor(1_000);
  await success.waitFor({ state: 'detached' });
});

browserTest('a 401 of a venue’s call is for the dashboard to tell, and signs nobody out', async (t, { page }) => {
  const { answers } = await openDashboard(page);
  answers['POST /auth/refresh'] = [200, { success: true, user, token: 'next', refreshToken: 'refresh-2' }];
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
