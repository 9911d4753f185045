import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { creepTo, stopClock } from '../support/browser/page-clock.ts';
import { toast } from '../support/browser/toasts.ts';
import { answerCalls } from '../support/owner-pages/owner-pages.ts';
import { anna, says, setUpOwnerPages } from '../support/owner-pages/pages.ts';
import { open, press, signedIn, stored } from '../support/owner-pages/sign-in.ts';

setUpOwnerPages();

async function signInBefore(page: Page): Promise<void> {
  await open(page, '/terms');
  await page.evaluate((person) => {
    localStorage.setItem('token', 'access');
    localStorage.setItem('refreshToken', 'refresh');
    localStorage.setItem('user', person);
    localStorage.setItem('rememberMe', 'true');
  }, JSON.stringify(anna));
}

browserTest('a link to a new password signs out whoever is signed in, then sets it', async (t, { page }) => {
  const { answers, of } = await answerCalls(page, { 'POST /auth/logout': [200, { success: true }] });
  await signInBefore(page);
  await open(page, '/reset-password?token=secret');
  await press(page, 'Сохранить пароль');
  await says(page, 'Введите новый пароль');
  t.deepEqual(of('POST /auth/logout')[0]?.body, { refreshToken: 'refresh' });
  t.is(of('POST /auth/logout')[0]?.authorization, 'Bearer access');
  const { token, refreshToken, user: person, rememberMe } = await stored(page);
  t.deepEqual([token, refreshToken, person, rememberMe], [undefined, undefined, undefined, undefined]);

  await page.getByLabel('Новый пароль').fill('1234567');
  await page.getByLabel('Пароль ещё раз').fill('123456');
  await page.keyboard.press('Enter');
  await says(page, 'Пароль должен содержать минимум 8 символов');
  await says(page, 'Пароли не совпадают');
  await page.getByLabel('Новый пароль').fill('password-2');
  await page.getByLabel('Пароль ещё раз').fill('password-2');
  answers['POST /auth/reset-password'] = [500];
  await press(page, 'Сохранить пароль');
  await toast(page, 'Произошла ошибка при сбросе пароля');
  answers['POST /auth/reset-password'] = [200, { success: true }];
  await press(page, 'Сохранить пароль');
  await says(page, 'Пароль изменён');
  t.deepEqual(of('POST /auth/reset-password').at(-1)?.body, { token: 'secret', newPassword: 'password-2' });
  await page.getByRole('link', { name: 'Войти' }).click();
  await page.waitForURL('**/login');
});

browserTest('a link to a new password that is no good offers another', async (_t, { page }) => {
  const invalid = { success: false, error: 'Недействительная ссылка для сброса пароля', code: 'invalid_link' };
  await answerCalls(page, { 'POST /auth/reset-password': [400, invalid] });
  await open(page, '/reset-password');
  await page.getByText('Недействительная ссылка для сброса пароля').waitFor();
  await page.getByRole('link', { name: 'Вернуться ко входу' }).click();
  await page.waitForURL('**/login');
  await open(page, '/reset-password?token=used');
  await page.getByLabel('Новый пароль').fill('password-2');
  await page.getByLabel('Пароль ещё раз').fill('password-2');
  await page.keyboard.press('Enter');
  await page.getByText('Недействительная ссылка для сброса пароля').waitFor();
  await page.getByRole('link', { name: 'Получить новую ссылку' }).click();
  await page.waitForURL('**/forgot-password');
});

browserTest('a confirmed address leads to the dashboard after two seconds', async (t, { page }) => {
  let answer = (_: [number, object]): void => undefined;
  const answered = new Promise<[number, object]>((resolve) => {
    answer = resolve;
  });
  await answerCalls(page, { 'POST /auth/verify-email': () => answered });
  await page.clock.install();
  await open(page, '/verify-email?token=secret');
  await says(page, 'Подтверждаем email');
  await stopClock(page);
  answer([200, signedIn]);
  await creepTo(page, page.getByText('Email подтверждён', { exact: true }));
  t.is((await stored(page)).token, 'access');
  await page.clock.runFor(1_800);
  t.regex(page.url(), /verify-email/);
  await page.clock.runFor(200);
  await page.waitForURL('**/dashboard');
});

browserTest('a confirmed address of an account with a second factor leads to the second step', async (t, { page }) => {
  const question = { success: false, error: 'Подтвердите вход вторым шагом', code: 'second_factor_required' };
  const asked = { ...question, requiresSecondFactor: true, challenge: 'c', methods: ['totp'], passkey: null };
  const { of } = await answerCalls(page, {
    'POST /auth/verify-email': [403, asked],
    'POST /auth/second-factor': [200, signedIn],
  });
  await open(page, '/verify-email?token=secret');
  await says(page, 'Email подтверждён. Чтобы войти, подтвердите, что это вы.');
  await page.getByLabel('Код из приложения').fill('123456');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  t.deepEqual(
    of('POST /auth/second-factor').map(({ body }) => body),
    [{ challenge: 'c', code: '123456' }],
  );
});

const needed = 'Введите пароль от аккаунта, чтобы подтвердить email';
const askedForPassword: [number, object] = [
  400,
  { success: false, error: needed, code: 'password_required', errors: { password: needed } },
];

browserTest('a letter’s link that is opened on another device asks for the password', async (t, { page }) => {
  const { answers, of } = await answerCalls(page, { 'POST /auth/verify-email': askedForPassword });
  await page.clock.install();
  await open(page, '/verify-email?token=secret');
  await page.getByRole('heading', { name: 'Введите пароль' }).waitFor();
  await page.locator('input:focus').waitFor();
  t.deepEqual(await seriousViolations(page), []);
  await press(page, 'Подтвердить email');
  await says(page, 'Введите пароль');
  t.is(of('POST /auth/verify-email').length, 1);
  const wrong = {
    success: false,
    error: 'Неверный пароль',
    code: 'wrong_password',
    errors: { password: 'Неверный пароль' },
  };
  answers['POST /auth/verify-email'] = [400, wrong];
  await page.getByLabel('Пароль', { exact: true }).fill('password-2');
  await page.keyboard.press('Enter');
  await says(page, 'Неверный пароль');
  const tooMany = 'Слишком много запросов, подождите немного';
  answers['POST /auth/verify-email'] = [429, { success: false, error: tooMany, code: 'too_many' }];
  await press(page, 'Подтвердить email');
  await toast(page, tooMany);
  answers['POST /auth/verify-email'] = [200, signedIn];
  await page.getByLabel('Пароль', { exact: true }).fill('password-1');
  await stopClock(page);
  await page.keyboard.press('Enter');
  await creepTo(page, page.getByText('Email подтверждён', { exact: true }));
  await page.clock.runFor(2_000);
  await page.waitForURL('**/dashboard');
  t.deepEqual(of('POST /auth/verify-email').at(-1)?.body, { token: 'secret', password: 'password-1' });
  t.is((await stored(page)).token, 'access');
});

browserTest(
  'whoever does not know the password of the account is led to the reset, whoever is signed in here',
  async (t, { page }) => {
    const { of } = await answerCalls(page, {
      'POST /auth/verify-email': askedForPassword,
      'POST /auth/logout': [200, { success: true }],
    });
    await signInBefore(page);
    await open(page, '/verify-email?token=secret');
    await says(page, 'Не регистрировались в «Остатке»? Закройте страницу: без пароля email не подтвердится.');
    t.is(of('POST /auth/verify-email')[0]?.authorization, 'Bearer access');
    t.is((await stored(page)).token, 'access', 'until then that session stays');
    await press(page, 'Не помню пароль');
    await page.waitForURL('**/forgot-password');
    await page.getByRole('heading', { name: 'Забыли пароль?' }).waitFor();
    t.is(of('POST /auth/logout').length, 1);
  },
);

browserTest('a letter’s link in a session that has run out asks for the password', async (t, { page }) => {
  const expired = { success: false, error: 'Сеанс истёк, обновите вход', code: 'token_expired' };
  const over = { success: false, error: 'Сеанс завершён, войдите снова', code: 'session_over' };
  const { of } = await answerCalls(page, {
    'POST /auth/verify-email': async (route) =>
      route.request().headers().authorization ? [401, expired] : askedForPassword,
    'POST /auth/refresh': [401, over],
  });
  await signInBefore(page);
  await open(page, '/verify-email?token=secret');
  await page.getByRole('heading', { name: 'Введите пароль' }).waitFor();
  t.is((await stored(page)).token, undefined);
  t.deepEqual(
    of('POST /auth/verify-email').map(({ body }) => body),
    [{ token: 'secret' }, { token: 'secret' }],
  );
});

browserTest(
  'a password given with the link leads to the second step where the account has one',
  async (_t, { page }) => {
    const question = { success: false, error: 'Подтвердите вход вторым шагом', code: 'second_factor_required' };
    const asked = { ...question, requiresSecondFactor: true, challenge: 'c', methods: ['totp'], passkey: null };
    const { answers } = await answerCalls(page, {
      'POST /auth/verify-email': askedForPassword,
      'POST /auth/second-factor': [200, signedIn],
    });
    await open(page, '/verify-email?token=secret');
    await page.getByLabel('Пароль', { exact: true }).fill('password-1');
    answers['POST /auth/verify-email'] = [403, asked];
    await page.keyboard.press('Enter');
    await says(page, 'Email подтверждён. Чтобы войти, подтвердите, что это вы.');
    await page.getByLabel('Код из приложения').fill('123456');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/dashboard');
  },
);

browserTest(
  'a confirmation that failed is tried again; without a token there is nothing to try',
  async (t, { page }) => {
    const { answers, of } = await answerCalls(page, { 'POST /auth/verify-email': [500] });
    await open(page, '/verify-email?token=secret');
    await says(page, 'Ошибка подтверждения email');
    t.is(await page.getByRole('link', { name: 'Войти' }).getAttribute('href'), '/login');
    const invalid = 'Недействительная ссылка для подтверждения email';
    answers['POST /auth/verify-email'] = [400, { success: false, error: invalid, code: 'invalid_link' }];
    await press(page, 'Повторить');
    await says(page, invalid);
    t.is(of('POST /auth/verify-email').length, 2);

    await open(page, '/verify-email');
    await says(page, invalid);
    t.is(await page.getByRole('link', { name: 'Войти' }).getAttribute('href'), '/login');
    t.is(await page.getByRole('link', { name: 'Зарегистрироваться' }).getAttribute('href'), '/register');
  },
);
