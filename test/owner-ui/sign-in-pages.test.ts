import { browserTest } from '../support/browser/browser.ts';
import { creepTo, FADING_MS, stopClock } from '../support/browser/page-clock.ts';
import { toast } from '../support/browser/toasts.ts';
import { notOurs } from '../support/http/answers.ts';
import { answerCalls } from '../support/owner-pages/owner-pages.ts';
import { anna, says, setUpOwnerPages } from '../support/owner-pages/pages.ts';
import { fillSignIn, OFFLINE, open, press, signedIn, stored, WRONG } from '../support/owner-pages/sign-in.ts';

setUpOwnerPages();

browserTest('sign-in asks for what is missing, at the field, until it is edited', async (t, { page }) => {
  const { calls } = await answerCalls(page, {});
  await open(page, '/login');
  await press(page, 'Войти');
  await says(page, 'Email обязателен');
  await says(page, 'Пароль обязателен');
  t.is(await page.locator('input:focus').getAttribute('name'), 'email');

  await page.getByRole('textbox', { name: 'Email' }).fill('не адрес');
  await page.getByText('Email обязателен').waitFor({ state: 'detached' });
  await says(page, 'Пароль обязателен');
  await page.keyboard.press('Enter');
  await says(page, 'Неверный формат email');
  t.is(calls.filter(({ call }) => call.startsWith('POST')).length, 0);
});

browserTest('a refused sign-in says why', async (t, { page }) => {
  const { answers } = await answerCalls(page, {});
  await open(page, '/login');
  await fillSignIn(page);
  const cases: [[status: number, body?: object], string][] = [
    [[401, { success: false, error: WRONG, code: 'wrong_credentials' }], WRONG],
    [[500], 'Ошибка входа'],
    [[200, notOurs({ success: true })], 'Ошибка входа'],
    [[0], `Ошибка входа. ${OFFLINE}`],
  ];
  for (const [answer, text] of cases) {
    answers['POST /auth/login'] = answer;
    await press(page, 'Войти');
    await toast(page, text);
  }
  t.is((await stored(page)).token, undefined);
});

browserTest('a sign-in keeps its four keys and leads to the plans', async (t, { page }) => {
  const { of } = await answerCalls(page, { 'POST /auth/login': [200, signedIn] });
  await open(page, '/login');
  t.is(await page.getByRole('link', { name: 'Забыли пароль?' }).getAttribute('href'), '/forgot-password');
  t.is(await page.getByRole('link', { name: 'Зарегистрируйтесь' }).getAttribute('href'), '/register');
  t.is(await page.getByRole('link', { name: 'Войти через Яндекс' }).getAttribute('href'), '/api/auth/yandex');
  t.is(await page.getByRole('link', { name: 'Войти через GitHub' }).getAttribute('href'), '/api/auth/github');
  await page.getByLabel('Запомнить меня').uncheck();
  await fillSignIn(page);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/plans');

  const { token, refreshToken, user: person, rememberMe } = await stored(page);
  t.deepEqual([token, refreshToken, rememberMe], ['access', 'refresh', 'false']);
  t.deepEqual(JSON.parse(person ?? ''), anna);
  const asked = { email: 'anna@bar.example', password: 'password-1', rememberMe: false };
  t.deepEqual(of('POST /auth/login')[0]?.body, asked);
});

browserTest('an address that is not confirmed is told in a box that sends the letter again', async (t, { page }) => {
  const unverified = { success: false, error: 'x', code: 'email_unverified', requiresEmailVerification: true };
  const { answers, of } = await answerCalls(page, { 'POST /auth/login': [403, unverified] });
  await open(page, '/login');
  await fillSignIn(page);
  await press(page, 'Войти');
  const box = page.getByRole('alert').filter({ hasText: 'Email не подтвержден' });
  await box.waitFor();

  await page.getByRole('textbox', { name: 'Email' }).fill('');
  await press(page, 'Отправить повторно');
  await toast(page, 'Введите email для повторной отправки');
  await page.getByRole('textbox', { name: 'Email' }).fill(anna.email);
  answers['POST /auth/resend-verification'] = [500];
  await press(page, 'Отправить повторно');
  await toast(page, 'Ошибка отправки');
  answers['POST /auth/resend-verification'] = [200, { success: true, message: 'Отправлено' }];
  await press(page, 'Отправить повторно');
  await toast(page, 'Ссылка для подтверждения отправлена на ваш email');
  await box.waitFor({ state: 'detached' });
  t.deepEqual(of('POST /auth/resend-verification').at(-1)?.body, { email: anna.email });

  await press(page, 'Войти');
  await box.getByRole('button', { name: 'Закрыть' }).click();
  await box.waitFor({ state: 'detached' });
});

const registration: [label: string, text: string][] = [
  ['Email', 'anna@bar.example'],
  ['Имя', 'Анна'],
  ['Пароль', 'password-1'],
  ['Пароль ещё раз', 'password-1'],
];

browserTest('registration asks for everything it needs, and nothing more', async (t, { page }) => {
  const { answers, of } = await answerCalls(page, {});
  await open(page, '/register?plan=professional');
  await says(page, 'Необязательно. Поможет создать поддомен заведения');
  await press(page, 'Зарегистрироваться');
  const complaints = [
    'Email обязателен',
    'Имя обязательно',
    'Пароль должен быть минимум 8 символов',
    'Повторите пароль',
    'Необходимо согласиться с условиями',
  ];
  for (const text of complaints) await says(page, text);
  const shows = page.getByRole('button', { name: 'Показать пароль' });
  await page.getByLabel('Пароль', { exact: true }).focus();
  await page.keyboard.press('Tab');
  t.true(await shows.first().evaluate((button) => button === document.activeElement));
  await page.keyboard.press('Enter');
  t.is(await page.getByLabel('Пароль', { exact: true }).getAttribute('type'), 'text');
  t.is(await shows.first().getAttribute('aria-pressed'), 'true');
  const size = await shows.first().boundingBox();
  t.true(Math.min(size?.width ?? 0, size?.height ?? 0) >= 44, JSON.stringify(size));
  for (const [label, text] of registration) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('checkbox').check();
  for (const text of complaints) t.is(await page.getByText(text, { exact: true }).count(), 0);
  await page.getByLabel('Пароль', { exact: true }).fill('кратко');
  await page.getByLabel('Пароль ещё раз').fill('иначе');
  await page.keyboard.press('Enter');
  await says(page, 'Пароль должен быть минимум 8 символов');
  await says(page, 'Пароли не совпадают');
  for (const [label, text] of registration) await page.getByLabel(label, { exact: true }).fill(text);

  answers['POST /auth/register'] = [500];
  await press(page, 'Зарегистрироваться');
  await toast(page, 'Ошибка регистрации');
  const taken = 'Пользователь с таким email уже зарегистрирован';
  answers['POST /auth/register'] = [409, { success: false, error: taken, errors: { email: taken } }];
  await press(page, 'Зарегистрироваться');
  await says(page, taken);
  answers['POST /auth/register'] = [201, signedIn];
  await press(page, 'Зарегистрироваться');
  await page.waitForURL('**/plans?plan=professional');
  t.deepEqual(of('POST /auth/register').at(-1)?.body, {
    email: 'anna@bar.example',
    name: 'Анна',
    companyName: '',
    password: 'password-1',
  });
});

browserTest('the terms and the privacy policy open beside the registration', async (t, { page }) => {
  await answerCalls(page, {});
  await open(page, '/register');
  for (const [name, path] of [
    ['условия', '/terms'],
    ['политику конфиденциальности', '/privacy'],
  ] as const) {
    const opened = page.context().waitForEvent('page');
    await page.locator('form').getByRole('link', { name }).click();
    const beside = await opened;
    await beside.waitForURL(`**${path}`);
    await beside.close();
  }
  t.regex(page.url(), /\/register$/);
  t.is(await page.getByRole('link', { name: /через Яндекс/ }).getAttribute('href'), '/api/auth/yandex');
});

browserTest('a forgotten password is asked about, sent, sent again, and left', async (t, { page }) => {
  const { answers, of } = await answerCalls(page, {});
  await open(page, '/forgot-password');
  await press(page, 'Отправить ссылку');
  await says(page, 'Введите email адрес');
  await page.getByRole('textbox', { name: 'Email' }).fill('anna@bar.example');
  answers['POST /auth/forgot-password'] = [500];
  await press(page, 'Отправить ссылку');
  await says(page, 'Произошла ошибка');
  answers['POST /auth/forgot-password'] = [0];
  await press(page, 'Отправить ссылку');
  await toast(page, `Произошла ошибка при отправке письма. ${OFFLINE}`);

  answers['POST /auth/forgot-password'] = [200, { success: true, message: 'Отправлено' }];
  await press(page, 'Отправить ссылку');
  await toast(page, 'Письмо с инструкциями отправлено на ваш email');
  await page.locator('p:focus', { hasText: 'Ссылка действительна 1 час' }).waitFor();
  await press(page, 'Отправить ещё раз');
  await page.waitForFunction(() => !document.querySelector('[data-loading]'));
  t.is(of('POST /auth/forgot-password').length, 4);
  await page.getByRole('link', { name: 'Вернуться ко входу' }).click();
  await page.waitForURL('**/login');
});

browserTest('a second step that was left open for too long begins the sign-in anew', async (t, { page }) => {
  const asked = { success: false, error: 'Второй шаг', code: 'second_factor_required', challenge: 'c' };
  await answerCalls(page, {
    'POST /auth/login': [403, { ...asked, methods: ['totp', 'recovery'], passkey: null }],
    'POST /auth/second-factor': [400, { success: false, error: 'Вход начат слишком давно', code: 'challenge_over' }],
  });
  await open(page, '/login');
  await fillSignIn(page);
  await press(page, 'Войти');
  await page.getByRole('textbox', { name: 'Код из приложения' }).fill('123456');
  await press(page, 'Войти');
  await page.getByRole('heading', { name: 'Вход' }).waitFor();
  t.is(await page.getByRole('textbox', { name: 'Email' }).inputValue(), 'anna@bar.example');
});

browserTest('an administrator who has to set a second step up is led to where it is done', async (t, { page }) => {
  const admin = { ...anna, role: 'admin' };
  const closed = { success: false, error: 'Сначала защитите вход', code: 'secure_account' };
  const security = { totp: null, passkeys: [], passkeysOffered: true, recoveryCodesLeft: 0, required: true };
  await answerCalls(page, {
    'POST /auth/login': [200, { ...signedIn, user: admin }],
    'GET /auth/me': [200, { success: true, user: admin }],
    'GET /billing/plans': [403, closed],
    'GET /billing/subscription': [403, closed],
    'GET /auth/security': [200, { success: true, security: { ...security, weakPassword: false, hasPassword: true } }],
  });
  await open(page, '/login');
  await fillSignIn(page);
  await press(page, 'Войти');
  await page.waitForURL('**/profile#security');
  await page.getByText('Администратору нужен второй шаг').waitFor();
  t.true(await page.getByRole('heading', { name: 'Безопасность' }).isVisible());
});

browserTest('a success stays two seconds where people sign in, an error four', async (t, { page }) => {
  const { answers } = await answerCalls(page, {
    'POST /auth/forgot-password': [200, { success: true, message: 'Отправлено' }],
  });
  await page.clock.install();
  await open(page, '/forgot-password');
  await page.getByRole('textbox', { name: 'Email' }).fill('anna@bar.example');
  await stopClock(page);
  await page.keyboard.press('Enter');
  const success = page.getByRole('status').filter({ hasText: 'Письмо с инструкциями' });
  await creepTo(page, success);
  await page.clock.runFor(1_500);
  t.is(await success.count(), 1);
  await page.clock.runFor(500);
  await page.clock.runFor(FADING_MS);
  await success.waitFor({ state: 'detached' });

  answers['POST /auth/forgot-password'] = [400, { success: false, error: 'Не вышло' }];
  await page.getByRole('button', { name: 'Отправить ещё раз' }).press('Enter');
  const failure = page.getByRole('alert').filter({ hasText: 'Не вышло' });
  await creepTo(page, failure);
  await page.clock.runFor(3_500);
  t.is(await failure.count(), 1);
  await page.clock.runFor(500);
  await page.clock.runFor(FADING_MS);
  await failure.waitFor({ state: 'detached' });
});
