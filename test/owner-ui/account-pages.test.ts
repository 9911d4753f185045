import { seriousViolations, violationsInBothSchemes } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { keys, me, myData, OVER, openAs, press, savedJson, user, venue } from '../support/owner-pages/account.ts';
import { answerCalls } from '../support/owner-pages/owner-pages.ts';
import { pages, says, setUpOwnerPages } from '../support/owner-pages/pages.ts';

setUpOwnerPages();

browserTest('the profile says what was not done', async (t, { page }) => {
  const { answers, of } = await answerCalls(page, { ...me });
  await openAs(page, user, '/profile');
  t.is(await page.getByRole('textbox', { name: 'Email' }).getAttribute('readonly'), '');
  await page.getByRole('textbox', { name: 'Имя', exact: true }).fill('');
  await press(page, 'Сохранить');
  await says(page, 'Имя обязательно');
  await page.getByRole('textbox', { name: 'Имя', exact: true }).fill('Аня');
  answers['PUT /auth/me'] = [500];
  await press(page, 'Сохранить');
  await toast(page, 'Не удалось обновить профиль');
  answers['PUT /auth/me'] = [200, { success: true, user: { ...user, name: 'Аня' } }];
  await press(page, 'Сохранить');
  await toast(page, 'Профиль сохранён');
  t.deepEqual(of('PUT /auth/me').at(-1)?.body, { name: 'Аня', company_name: '', phone: '' });

  answers['GET /auth/export-data'] = [500];
  await press(page, 'Экспортировать данные');
  await toast(page, 'Ошибка при экспорте данных');
  answers['POST /auth/withdraw-consent'] = [500];
  await press(page, 'Отозвать согласие');
  await page.getByRole('dialog').getByRole('button', { name: 'Отозвать согласие' }).click();
  await toast(page, 'Ошибка при отзыве согласия');
  const withdrawn = { ...user, consent_withdrawn_at: '2026-11-20T10:00:00.000Z' };
  answers['GET /auth/me'] = [200, { success: true, user: withdrawn }];
  await page.reload();
  await page.getByText('Согласие отозвано 20 ноября 2026.').waitFor();
  t.is(await page.getByRole('button', { name: 'Отозвать согласие' }).count(), 0);
});

browserTest('a new password is asked for by the words of the agreement', async (t, { page }) => {
  const { answers, of } = await answerCalls(page, { ...me });
  await openAs(page, user, '/profile');
  await press(page, 'Изменить пароль');
  await says(page, 'Введите текущий пароль');
  await says(page, 'Введите новый пароль');
  await says(page, 'Повторите пароль');
  t.is(await page.getByText('Пароли не совпадают').count(), 0, 'two empty fields do not differ');
  await page.getByLabel('Текущий пароль').fill('password-1');
  await page.getByLabel('Новый пароль', { exact: true }).fill('1234567');
  await page.keyboard.press('Enter');
  await says(page, 'Пароль должен содержать минимум 8 символов');
  await page.getByLabel('Новый пароль ещё раз').fill('password-2');
  for (const [password, words] of [
    ['password-1', 'Новый пароль совпадает с текущим. Придумайте другой'],
    ['         ', 'Пароль не может состоять из одних пробелов'],
    ['password-3', 'Пароли не совпадают'],
  ] as const) {
    await page.getByLabel('Новый пароль', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await says(page, words);
  }
  t.is(of('POST /auth/change-password').length, 0);
  await page.getByLabel('Новый пароль', { exact: true }).fill('password-2');
  answers['POST /auth/change-password'] = [400, { success: false, error: 'Invalid old password' }];
  await press(page, 'Изменить пароль');
  await says(page, 'Неверный текущий пароль');
  await page.locator('input[name=oldPassword]:focus').waitFor();
  answers['POST /auth/change-password'] = [500];
  await press(page, 'Изменить пароль');
  await toast(page, 'Не удалось изменить пароль');
});

browserTest('the profile shows the facts of the account', async (t, { page }) => {
  await answerCalls(page, { ...me });
  await openAs(page, user, '/profile');
  await page.getByRole('heading', { name: 'Аккаунт', exact: true }).waitFor();
  const facts = await page.locator('dl').innerText();
  for (const fact of ['Профессиональный', 'подтверждён', 'Владелец', 'пароль, Яндекс', '04.03.2026'])
    t.true(facts.includes(fact), fact);
});

browserTest(
  'before the address is confirmed the profile offers the letter again and no second step',
  async (t, { page }) => {
    const unproven = { ...user, email_verified: false };
    const security = { totp: null, passkeys: [], passkeysOffered: true, recoveryCodesLeft: 0, required: false };
    const { of } = await answerCalls(page, {
      'GET /auth/me': [200, { success: true, user: unproven }],
      'GET /auth/security': [200, { success: true, security: { ...security, weakPassword: false, hasPassword: true } }],
      'POST /auth/resend-verification': [200, { success: true, message: 'Отправлено' }],
    });
    await openAs(page, unproven, '/profile');
    await says(page, `Второй шаг включается после этого: откройте ссылку, которую мы отправили на ${user.email}.`);
    for (const name of ['Включить: Код из приложения', 'Добавить: Ключ доступа'])
      t.true(await page.getByRole('button', { name }).isDisabled(), name);
    await press(page, 'Отправить ещё раз');
    await toast(page, 'Ссылка для подтверждения отправлена на ваш email');
    t.deepEqual(of('POST /auth/resend-verification')[0]?.body, { email: user.email });
  },
);

browserTest('whoever came through a provider sets a password by a letter', async (t, { page }) => {
  const newcomer = { ...user, has_password: false };
  const { of } = await answerCalls(page, {
    'GET /auth/me': [200, { success: true, user: newcomer }],
    'POST /auth/forgot-password': [200, { success: true, message: 'Отправлено' }],
  });
  await openAs(page, newcomer, '/profile');
  t.is(await page.getByLabel('Текущий пароль').count(), 0);
  await press(page, 'Прислать ссылку');
  await toast(page, 'Письмо с инструкциями отправлено на ваш email');
  t.deepEqual(of('POST /auth/forgot-password')[0]?.body, { email: user.email });
});

browserTest('the profile leads to the data, the privacy policy and the way out', async (t, { page }) => {
  await answerCalls(page, { ...me, 'GET /auth/export-data': [200, myData] });
  await openAs(page, user, '/profile');
  t.is(await page.getByRole('link', { name: 'политике конфиденциальности' }).getAttribute('href'), '/privacy');
  await press(page, 'Удалить аккаунт');
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Удалить аккаунт' });
  for (const [typed, allowed] of [
    ['удалить', false],
    ['УДАЛИТЬ ', false],
    ['УДАЛИТЬ', true],
  ] as const) {
    await page.getByRole('dialog').getByLabel('Введите УДАЛИТЬ').fill(typed);
    t.is(await confirm.isEnabled(), allowed, typed);
  }
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Мои данные' }).click();
  await page.waitForURL('**/my-data');
});

browserTest('my data shows the person, the subscription and the venues', async (t, { page }) => {
  const { of } = await answerCalls(page, { ...me, 'GET /auth/export-data': [200, myData] });
  await openAs(page, user, '/my-data');
  for (const text of [
    'Анна Смирнова',
    'anna',
    user.email,
    '+7 900 000-00-00',
    'Customer',
    'Заблокирован',
    '4 марта 2026 г.',
    '6 мая 2026 г.',
    'Профессиональный (professional)',
    'Просрочена',
    'За год',
    'chistye',
    '· создано 04.03.2026',
  ])
    await says(page, text);
  const colourOf = (text: string) =>
    page.getByText(text, { exact: true }).evaluate((element) => getComputedStyle(element).color);
  const [red, alsoRed, active] = [await colourOf('Заблокирован'), await colourOf('Удален'), await colourOf('Активен')];
  t.is(red, 'rgb(179, 38, 30)');
  t.is(alsoRed, red);
  t.not(active, red);
  t.is(await page.getByRole('button', { name: /Скачать книгу Excel/ }).count(), 1);
  t.is(await page.getByRole('button', { name: /Скачать архив/ }).count(), 1);
  t.deepEqual(await seriousViolations(page), []);

  const { name, data } = await savedJson(page);
  await toast(page, 'Данные успешно экспортированы');
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' });
  t.is(name, `my-data-${today}.json`);
  t.is(of('GET /auth/export-data').length, 2);
  const { success: _, ...whole } = myData;
  t.deepEqual(data, whole);
});

browserTest('data that cannot be asked for is built from whoever is signed in', async (t, { page }) => {
  const { answers } = await answerCalls(page, { ...me, 'GET /auth/export-data': [0] });
  await openAs(page, user, '/my-data');
  await says(page, 'Не удалось загрузить данные');
  await page.getByText(user.email).first().waitFor();
  const { data } = await savedJson(page);
  await toast(page, 'Данные успешно экспортированы');
  t.like(data.profile, { id: 7, email: user.email, first_name: 'Анна', last_name: 'Смирнова', role: 'customer' });
  t.deepEqual(data.subscription, { plan: { displayName: 'Профессиональный', name: 'professional' } });
  t.deepEqual(data.tenants, []);

  answers['GET /auth/export-data'] = [403, { success: false, error: 'Нет' }];
  await press(page, 'Экспортировать данные');
  await toast(page, 'Ошибка при экспорте данных');
  t.is(await page.getByText('Не удалось экспортировать данные').count(), 0, 'that is said inside alone');
  answers['DELETE /auth/delete-account'] = [500];
  await press(page, 'Удалить аккаунт');
  await page.getByRole('dialog').getByLabel('Введите УДАЛИТЬ').fill('УДАЛИТЬ');
  await page.keyboard.press('Enter');
  await toast(page, 'Ошибка при удалении аккаунта');
  answers['DELETE /auth/delete-account'] = [200, { success: true }];
  await page.keyboard.press('Enter');
  await toast(page, 'Аккаунт успешно удален');
  await page.waitForURL(`${pages.url}/`);
  t.deepEqual(await keys(page), []);
});

browserTest('a 401 of a call of sign-in itself signs out and leads to the sign-in', async (t, { page }) => {
  await answerCalls(page, { 'GET /auth/me': [401, { success: false, error: 'Войдите', code: 'unauthorized' }] });
  await openAs(page, user, '/profile');
  await page.waitForURL('**/login');
  await toast(page, OVER);
  t.deepEqual(await keys(page), []);
});

browserTest('a refused refresh ends the session, a server that is away does not', async (t, { page }) => {
  const expired: [number, object] = [401, { success: false, error: 'x', code: 'token_expired' }];
  const { answers } = await answerCalls(page, { ...me, 'PUT /auth/me': expired, 'POST /auth/refresh': [0] });
  await openAs(page, user, '/profile');
  const company = page.getByRole('textbox', { name: 'Название компании' });
  await company.fill('ООО «Бар»');
  await press(page, 'Сохранить');
  await toast(page, 'Не удалось обновить профиль. Нет связи с сервером');
  t.is(await company.inputValue(), 'ООО «Бар»');
  t.is((await keys(page)).length, 4);

  answers['POST /auth/refresh'] = [401, { success: false, error: OVER, code: 'session_over' }];
  await press(page, 'Сохранить');
  await page.waitForURL('**/login');
  await toast(page, OVER);
  t.is(await page.getByText(OVER).count(), 1);
});

for (const path of [
  '/plans',
  '/wizard',
  '/dashboard',
  '/profile',
  '/my-data',
  '/subscription',
  '/subscription/payment/2',
])
  browserTest(`a guest who opens ${path} is led to the sign-in`, async (t, { page }) => {
    const { calls } = await answerCalls(page, {});
    await page.goto(pages.url + path);
    await page.waitForURL('**/login');
    t.deepEqual(
      calls.filter(({ call }) => call !== 'GET /public/config'),
      [],
    );
  });

for (const path of ['/login', '/register', '/forgot-password'])
  browserTest(`whoever is signed in and opens ${path} is led to the dashboard`, async (t, { page }) => {
    await answerCalls(page, { ...me });
    await openAs(page, user, path);
    await page.waitForURL('**/dashboard');
    t.is((await keys(page)).length, 4);
  });

const screens: [path: string, heading: string][] = [
  ['/profile', 'Профиль'],
  ['/my-data', 'Мои данные'],
  ['/wizard', 'Какой адрес будет у заведения?'],
  ['/reset-password', 'Ссылка не подходит'],
  ['/verify-email', 'Ссылка не подходит'],
  ['/forgot-password', 'Забыли пароль?'],
  ['/register', 'Регистрация'],
  ['/login', 'Вход'],
];

browserTest(
  `the account's pages are accessible and fit a phone`,
  async (t, { page }) => {
    const long = { ...user, email: `${'anna-'.repeat(11)}smirnova@restoran-na-chistyh-prudah.example` };
    await answerCalls(page, {
      'GET /auth/me': [200, { success: true, user: long }],
      'GET /auth/export-data': [200, { ...myData, tenants: [venue('a'.repeat(40), 'active', '/x.xlsx')] }],
      'POST /auth/logout': [200, { success: true }],
    });
    await openAs(page, long, '/profile');
    for (const [path, heading] of screens) {
      if (!page.url().endsWith(path)) await page.goto(pages.url + path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      t.deepEqual(await violationsInBothSchemes(page), [], path);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      t.true(over <= 0, `${path} is ${over} px too wide`);
    }
  },
  { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' },
);
