import type { Page } from 'playwright-core';
import type { User } from '../../api/contract/account.endpoints.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { stopClock } from '../support/browser/page-clock.ts';
import { venue } from '../support/owner-pages/dashboard.ts';
import { answerCalls, config } from '../support/owner-pages/owner-pages.ts';
import { pages, setUpOwnerPages } from '../support/owner-pages/pages.ts';
import { until } from '../support/run/until.ts';

setUpOwnerPages();

const user = { id: 7, email: 'anna@bar.example', email_verified: true, name: 'Анна', role: 'customer' } as User;
const TOKEN = '123456789:AAHk3mZqPz9xW1bQ2c3d4e5f6g7h8i9j0k';
const free = { success: true, valid: true, errors: [], suggestions: [] };

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const signInHere = (page: Page): Promise<unknown> =>
  page.context().addInitScript((text) => {
    localStorage.setItem('token', 'access');
    localStorage.setItem('refreshToken', 'refresh');
    localStorage.setItem('user', text);
  }, JSON.stringify(user));

async function openWizard(page: Page): Promise<void> {
  await signInHere(page);
  await page.goto(`${pages.url}/wizard`);
  await page.getByLabel('Поддомен').waitFor();
}

async function fillSteps(page: Page): Promise<void> {
  await page.getByLabel('Поддомен').fill('bar');
  await press(page, 'Продолжить');
  await page.getByLabel('Токен бота').fill(TOKEN);
  await press(page, 'Продолжить');
  await page.getByLabel('Логин администратора').fill('anna');
  await press(page, 'Продолжить');
  await page.getByRole('heading', { name: 'Всё верно?' }).waitFor();
}

browserTest('where the plan lets no other venue in, that is said before the first step', async (t, { page }) => {
  const { answers } = await answerCalls(page, {
    'GET /provision/can-create': [200, { success: true, canCreate: false, current: 1, limit: 1 }],
  });
  await signInHere(page);
  await page.goto(`${pages.url}/wizard`);
  await page.getByText('Сейчас можно 1 заведение.').waitFor();
  t.is(await page.getByLabel('Поддомен').count(), 0);
  t.is(await page.getByRole('link', { name: 'Сменить тариф' }).getAttribute('href'), '/subscription');
  answers['GET /provision/can-create'] = [200, { success: true, canCreate: false, current: 0, limit: 1 }];
  await page.reload();
  await page.getByText('Подписка не активна').waitFor();
});

browserTest('an address is checked half a second after the last key, from three characters on', async (t, { page }) => {
  const { of } = await answerCalls(page, { 'POST /provision/check-subdomain': [200, free] });
  await page.clock.install();
  await openWizard(page);
  await stopClock(page);
  const address = page.getByLabel('Поддомен');
  await address.pressSequentially('BA');
  await page.clock.runFor(1_000);
  t.is(of('POST /provision/check-subdomain').length, 0);
  await address.press('r');
  await page.clock.runFor(450);
  await address.press('1');
  await page.clock.runFor(450);
  t.is(of('POST /provision/check-subdomain').length, 0);
  await page.clock.runFor(100);
  await until(() => of('POST /provision/check-subdomain').length === 1, 'it is asked about while the clock stands');
  await page.clock.resume();
  await page.getByText('Адрес свободен').waitFor();
  t.deepEqual(
    of('POST /provision/check-subdomain').map(({ body }) => body),
    [{ subdomain: 'bar1' }],
  );
});

browserTest('what the server says of an address is shown, with what else would do', async (t, { page }) => {
  const taken = { success: true, valid: false, errors: ['Этот поддомен уже занят'], suggestions: ['bar-2', 'bar-3'] };
  await answerCalls(page, {
    'POST /provision/check-subdomain': [200, taken],
    'POST /provision/generate-subdomain': [500],
  });
  await openWizard(page);
  await press(page, 'Продолжить');
  await page.getByText('Пожалуйста, выберите корректный поддомен').waitFor();
  await page.getByLabel('Поддомен').fill('bar');
  await page.getByText('Этот поддомен уже занят').waitFor();
  t.deepEqual(await page.getByRole('group', { name: 'Варианты адреса' }).getByRole('button').allTextContents(), [
    'bar-2',
    'bar-3',
  ]);
  await press(page, 'Придумать адрес за меня');
  await page.getByText('Ошибка генерации поддомена').waitFor();
});

browserTest('each step asks for what it needs', async (t, { page }) => {
  await answerCalls(page, { 'POST /provision/check-subdomain': [200, free] });
  await openWizard(page);
  t.is(await page.getByRole('button', { name: 'Назад' }).count(), 0);
  t.is(await page.locator('header').getByRole('link', { name: 'Остаток' }).getAttribute('href'), '/');
  t.is(await page.getByRole('link', { name: 'Заведения' }).getAttribute('href'), '/dashboard');
  await page.getByText('около минуты').waitFor();
  await page.getByLabel('Поддомен').fill('bar');
  await press(page, 'Продолжить');
  await page.getByLabel('Токен бота').waitFor();
  await press(page, 'Продолжить');
  await page.getByText('Пожалуйста, введите токен бота').waitFor();
  await page.getByLabel('Токен бота').fill(TOKEN);
  await press(page, 'Продолжить');
  await page.getByLabel('Логин администратора').waitFor();
  await press(page, 'Продолжить');
  await page.getByText('Пожалуйста, введите логин администратора').waitFor();
  await page.getByLabel('Логин администратора').fill('@anna');
  await page.getByText('Вводите username БЕЗ знака @').waitFor();
  const shaken = page.locator('[class*=shake]', { has: page.getByLabel('Логин администратора') });
  t.is(await shaken.count(), 1);
  await page.getByLabel('Логин администратора').fill('anna');
  await page.getByLabel('Пароль', { exact: true }).fill('12345');
  await press(page, 'Продолжить');
  await page.getByText('Пароль должен быть не короче 6 символов').waitFor();
});

browserTest('the making goes on by ten per cent a second to ninety, and ends with the answer', async (t, { page }) => {
  let answer = (_: [number, object]): void => undefined;
  const answered = new Promise<[number, object]>((resolve) => {
    answer = resolve;
  });
  const { of, answers } = await answerCalls(page, {
    'POST /provision/check-subdomain': [200, free],
    'POST /provision/create': () => answered,
  });
  await page.clock.install();
  await openWizard(page);
  await fillSteps(page);
  await page.getByText(`${TOKEN.slice(0, 20)}…`).waitFor();
  await stopClock(page);
  await press(page, 'Создать заведение');
  const bar = page.getByRole('progressbar');
  await bar.waitFor();
  t.is(await page.getByRole('button', { name: 'Назад' }).count(), 0);
  const messages = new Set<string | null>();
  for (let second = 0; second < 12; second += 1) {
    messages.add(await page.locator('section [role=status]').textContent());
    await page.clock.runFor(1_000);
  }
  await page.getByText('90 %').waitFor();
  t.deepEqual([...messages], ['Готовим место для заведения', 'Инициализируем базу данных', 'Настраиваем систему']);
  const payload = { subdomain: 'bar', chat: 'telegram', botToken: TOKEN, displayName: 'bar', adminUsername: 'anna' };
  t.deepEqual(of('POST /provision/create')[0]?.body, payload);

  await page.clock.resume();
  answer([500, {}]);
  await page.getByRole('heading', { name: 'Всё верно?' }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'Ошибка создания заведения' }).last().waitFor();
  const tenant = venue('bar', { bot_username: null });
  const credentials = { username: 'anna', password: 'Abc123Def456' };
  const telegramLink = 'https://t.me/bar_bot?start=Abc_123-def';
  answers['POST /provision/create'] = [
    201,
    { success: true, tenant, adminCredentials: credentials, telegramLink, maxLink: null },
  ];
  await press(page, 'Создать заведение');
  await page.getByRole('heading', { name: 'Заведение работает!' }).waitFor();
  t.is(await page.getByRole('link', { name: 'Подключить Telegram' }).getAttribute('href'), telegramLink);
  t.is(await page.getByRole('status').first().textContent(), telegramLink, 'the first thing to take along');
  t.is(await page.getByRole('status', { name: 'Пароль' }).textContent(), credentials.password);
  t.is(await page.getByRole('link', { name: 'К моим заведениям' }).getAttribute('href'), '/dashboard');
});

browserTest('where a venue gave no link for Telegram, the last step says where it is', async (t, { page }) => {
  const tenant = venue('bar');
  const adminCredentials = { username: 'anna', password: 'Abc123Def456' };
  await answerCalls(page, {
    'POST /provision/check-subdomain': [200, free],
    'POST /provision/create': [201, { success: true, tenant, adminCredentials, telegramLink: null, maxLink: null }],
  });
  await openWizard(page);
  await fillSteps(page);
  await press(page, 'Создать заведение');
  await page.getByRole('heading', { name: 'Заведение работает!' }).waitFor();
  await page.getByText('Ссылка для Telegram — в панели: меню с именем → «Подключить Telegram».').waitFor();
  t.is(await page.getByRole('link', { name: 'Подключить Telegram' }).count(), 0);
});

browserTest('Back in the very moment a step appears goes to the step before it', async (t, { page }) => {
  await answerCalls(page, { 'POST /provision/check-subdomain': [200, free] });
  await openWizard(page);
  const leaveAtOnce = (heading: string) =>
    page.evaluate((text) => {
      const watching = new MutationObserver(() => {
        if (document.querySelector('h1')?.textContent !== text) return;
        watching.disconnect();
        history.back();
      });
      watching.observe(document.body, { childList: true, subtree: true });
    }, heading);
  await page.getByLabel('Поддомен').fill('bar');
  await leaveAtOnce('Подключите бота');
  await press(page, 'Продолжить');
  await page.locator('input:focus').and(page.getByLabel('Поддомен')).waitFor();
  await press(page, 'Продолжить');
  await page.getByLabel('Токен бота').fill(TOKEN);
  await press(page, 'Продолжить');
  await page.getByLabel('Логин администратора').fill('anna');
  await leaveAtOnce('Всё верно?');
  await press(page, 'Продолжить');
  await page.locator('input[name=adminUsername]:focus').waitFor();
  await page.goBack();
  t.is(await page.locator('input[name=botToken]:focus').inputValue(), TOKEN);
});

const uzel = {
  ...{ id: '0198c1f2-0000-7000-8000-000000000001', name: 'Бар «Узел»', subdomain: 'uzel', items: 121, changes: 9 },
  ...{ counts: 1, people: 2, made_at: '2026-11-21T10:00:00Z', kept_until: '2026-11-22T10:00:00Z' },
};

async function chooseArchive(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await press(page, 'Взять данные из архива');
  await (await chooser).setFiles({ name: 'bar.zip', mimeType: 'application/zip', buffer: Buffer.from('PK') });
}

browserTest('the summary waits for an archive that is on its way, and says when it has failed', async (t, { page }) => {
  const uploads = [Promise.withResolvers<[number, object]>(), Promise.withResolvers<[number, object]>()];
  let begun = 0;
  const { of } = await answerCalls(page, {
    'POST /provision/check-subdomain': [200, free],
    'POST /provision/archives': async () => uploads[begun++]?.promise ?? [503, {}],
    'POST /provision/create': [503, { success: false, error: 'Ошибка создания заведения', code: 'slow' }],
  });
  const create = page.getByRole('button', { name: 'Создать заведение', exact: true });
  await openWizard(page);
  await chooseArchive(page);
  await page.getByText('Загружаем архив bar.zip').waitFor();
  await fillSteps(page);
  await page.getByText('Загружаем архив bar.zip').waitFor();
  t.true(await create.isDisabled());

  uploads[0]?.resolve([0, {}]);
  await page.getByRole('alert').filter({ hasText: 'Не удалось загрузить архив' }).waitFor();
  t.true(await create.isDisabled(), 'an empty venue is not opened unasked');
  await chooseArchive(page);
  await page.getByText('Загружаем архив bar.zip').waitFor();
  uploads[1]?.resolve([201, { success: true, archive: uzel }]);
  await page.getByText('«Бар „Узел“» от 21.11.2026, 121 позиция').waitFor();
  await create.click();
  await until(() => of('POST /provision/create').length > 0, 'the order is sent');

  t.like(of('POST /provision/create')[0]?.body, { archive: uzel.id });
});

browserTest(
  'an archive that is not waited for is left out, and one lost with the page is asked for',
  async (t, { page }) => {
    const { of } = await answerCalls(page, {
      'POST /provision/check-subdomain': [200, free],
      'POST /provision/archives': () => new Promise<never>(() => undefined),
      'POST /provision/create': [503, { success: false, error: 'Ошибка создания заведения', code: 'slow' }],
    });
    page.on('dialog', (dialog) => void dialog.accept());
    await openWizard(page);
    await chooseArchive(page);
    await page.getByText('Загружаем архив bar.zip').waitFor();
    await page.reload();
    await page.getByText('Он не загрузился').waitFor();
    await fillSteps(page);
    await page.getByText('Он не загрузился').waitFor();
    await press(page, 'Не брать');
    await press(page, 'Создать заведение');
    await until(() => of('POST /provision/create').length > 0, 'the order is sent');

    t.false('archive' in Object(of('POST /provision/create')[0]?.body));
  },
);

browserTest(
  'an archive is chosen at the first step, shown in the summary and sent with the order',
  async (t, { page }) => {
    const refused = 'Это не архив заведения: нужен файл .zip, скачанный кнопкой «Скачать архив»';
    const { answers, of } = await answerCalls(page, {
      'POST /provision/check-subdomain': [200, free],
      'POST /provision/archives': [422, { success: false, error: refused, code: 'archive_not_zip' }],
      'POST /provision/create': [503, { success: false, error: 'Ошибка создания заведения', code: 'slow' }],
    });
    await openWizard(page);
    await chooseArchive(page);
    await page.getByText(refused).waitFor();
    answers['POST /provision/archives'] = [201, { success: true, archive: uzel }];
    await chooseArchive(page);
    await page.getByText('Данные из архива: «Бар „Узел“» от 21.11.2026, 121 позиция.').waitFor();
    await fillSteps(page);
    await page.getByText('«Бар „Узел“» от 21.11.2026, 121 позиция').waitFor();
    await press(page, 'Создать заведение');
    await until(() => of('POST /provision/create').length > 0, 'the order is sent');

    t.like(of('POST /provision/create')[0]?.body, { archive: uzel.id, displayName: 'Бар «Узел»' });
  },
);

browserTest('an order whose answer was lost ends with its venue, and is not sent again', async (t, { page }) => {
  const { of } = await answerCalls(page, {
    'POST /provision/check-subdomain': [200, free],
    'POST /provision/create': [0, {}],
    'GET /provision/my-tenants': [200, { success: true, tenants: [venue('bar', { status: 'creating' })] }],
  });
  await openWizard(page);
  await fillSteps(page);
  await press(page, 'Создать заведение');
  await page.getByRole('heading', { name: 'Заведение создаётся' }).waitFor();
  await page.getByText('Пароль задайте в списке заведений кнопкой «Сбросить пароль».').waitFor();
  t.is(await page.getByRole('status', { name: 'Логин' }).textContent(), 'anna');
  t.deepEqual(await seriousViolations(page), []);
  await page.getByRole('link', { name: 'К моим заведениям' }).click();
  await page.waitForURL('**/dashboard');

  t.is(of('POST /provision/create').length, 1);
  t.is(await page.evaluate("sessionStorage.getItem('wizard')"), null);
});

browserTest('who has no messenger begins with the venue’s own chat, and no token is asked for', async (t, { page }) => {
  const tenant = venue('bar', { bot_username: null });
  const adminCredentials = { username: 'anna', password: 'Abc123Def456' };
  const { of } = await answerCalls(page, {
    'POST /provision/check-subdomain': [200, free],
    'POST /provision/create': [201, { success: true, tenant, adminCredentials, telegramLink: null, maxLink: null }],
  });
  await openWizard(page);
  await page.getByLabel('Поддомен').fill('bar');
  await press(page, 'Продолжить');
  await page.getByRole('radio', { name: 'Только чат в приложении' }).check();
  t.is(await page.getByLabel('Токен бота').count(), 0);
  await press(page, 'Продолжить');
  await page.getByLabel('Логин администратора').fill('anna');
  await press(page, 'Продолжить');
  await page.getByText('Только свой, без мессенджера').waitFor();
  await press(page, 'Создать заведение');
  await page.getByText('Считать можно сразу: откройте панель, раздел «Чат»').waitFor();
  t.deepEqual(of('POST /provision/create')[0]?.body, {
    subdomain: 'bar',
    chat: 'own',
    adminUsername: 'anna',
    displayName: 'bar',
  });
});

const maxBot = {
  ...{ username: 'id7701234567_bot', link: 'https://max.ru/id7701234567_bot' },
  ...{ shared: false, state: 'ok' as const, since: null },
};
const maxLink = 'https://max.ru/id7701234567_bot?start=t-bar-Abc_123-def';

/** Opens a venue whose staff write in MAX; returns what was ordered. */
async function orderWithMax(
  page: Page,
  { shared, link = maxLink, fill }: { shared: boolean; link?: string | null; fill: () => Promise<void> },
) {
  const tenant = venue('bar', { bot_username: null, max: { ...maxBot, shared } });
  const adminCredentials = { username: 'anna', password: 'Abc123Def456' };
  const { of } = await answerCalls(page, {
    'GET /public/config': [200, { ...config, maxShared: shared }],
    'POST /provision/check-subdomain': [200, free],
    'POST /provision/create': [201, { success: true, tenant, adminCredentials, telegramLink: null, maxLink: link }],
  });
  await openWizard(page);
  await page.getByLabel('Поддомен').fill('bar');
  await press(page, 'Продолжить');
  await fill();
  await press(page, 'Продолжить');
  await page.getByLabel('Логин администратора').fill('anna');
  await press(page, 'Продолжить');
  await page.getByRole('heading', { name: 'Всё верно?' }).waitFor();
  const summary = await page.locator('dl').innerText();
  await press(page, 'Создать заведение');
  await page.getByRole('heading', { name: 'Заведение работает!' }).waitFor();
  return { summary, body: of('POST /provision/create')[0]?.body };
}

browserTest('a venue begins with a bot of its own in MAX, whose token is asked for', async (t, { page }) => {
  const maxToken = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8';
  const { summary, body } = await orderWithMax(page, {
    shared: false,
    async fill() {
      t.is(await page.getByRole('radio', { name: 'Общий бот в MAX' }).count(), 0, 'there is none here');
      await page.getByRole('radio', { name: 'Свой бот в MAX' }).check();
      await page.getByText('дождитесь проверки: она занимает до 48 часов').waitFor();
      t.is(await page.getByLabel('Токен бота', { exact: true }).count(), 0);
      await press(page, 'Продолжить');
      await page.getByText('Пожалуйста, введите токен бота MAX').waitFor();
      await page.getByLabel('Токен бота MAX').fill(maxToken);
    },
  });
  t.regex(summary, /Токен бота MAX\s+f9LHodD0cOL5NY7All_9…/);
  t.deepEqual(body, { subdomain: 'bar', chat: 'max', maxToken, displayName: 'bar', adminUsername: 'anna' });
  t.is(await page.getByRole('link', { name: 'Открыть бота в MAX' }).getAttribute('href'), maxLink);
  t.is(await page.getByRole('status', { name: 'Ссылка для MAX' }).textContent(), maxLink);
  t.deepEqual(await seriousViolations(page), []);
});

browserTest('a venue begins with the bot that venues share, by the keyboard alone', async (t, { page }) => {
  const { summary, body } = await orderWithMax(page, {
    shared: true,
    link: null,
    async fill() {
      await page.getByRole('radio', { name: 'Бот в Telegram' }).focus();
      await page.keyboard.press('ArrowDown');
      t.true(await page.getByRole('radio', { name: 'Общий бот в MAX' }).isChecked());
      t.is(await page.getByLabel('Токен бота').count(), 0);
      t.deepEqual(await seriousViolations(page), []);
    },
  });
  t.regex(summary, /Чат\s+Общий бот в MAX/);
  t.deepEqual(body, { subdomain: 'bar', chat: 'max_shared', displayName: 'bar', adminUsername: 'anna' });
  await page.getByText('Ссылка для MAX — в панели: меню с именем → «Подключить MAX».').waitFor();
  await page.getByText('ссылка и QR-код для них — на странице заведений').waitFor();
});
