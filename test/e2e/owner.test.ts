import { violationsInBothSchemes } from '../support/browser/axe.ts';
import { browserTest, untilAnswered } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import {
  addItem,
  at,
  create,
  fillWizard,
  newBot,
  newPerson,
  open,
  PHONE,
  platform,
  setUpOwners,
  signIn,
} from '../support/owner-pages/owner-walk.ts';
import { newOwner } from '../support/platform/platform.ts';

setUpOwners();

browserTest(
  'an owner registers, opens a venue in the wizard, writes to its bot and looks after it',
  async (t, { page }) => {
    await open(page, '/');
    await page.getByRole('link', { name: 'Начать бесплатно' }).first().click();
    await page.locator('input[type=email]:focus').fill('anna@journey.example');
    await page.getByLabel('Имя', { exact: true }).fill('Анна');
    await page.getByLabel('Пароль', { exact: true }).fill('kegs-and-corks');
    await page.getByLabel('Пароль ещё раз').fill('kegs-and-corks');
    await page.keyboard.press('Enter');
    await page.getByText('Необходимо согласиться с условиями').waitFor();
    await page.getByRole('checkbox').check();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/plans');
    await page.getByRole('link', { name: 'Пропустить' }).click();
    await page.getByText('Пока нет ни одного заведения').waitFor();

    await create(page).click();
    const chat = await page.context().newPage();
    await open(chat, '/sandbox/chat?new-bot');
    const token = await newBot(chat, 'Бар на Чистых');
    await fillWizard(page, { subdomain: 'chistye', token, admin: 'anna' });
    t.true((await page.locator('dl').textContent())?.includes(`${token.slice(0, 20)}…`));
    t.false((await page.locator('dl').textContent())?.includes(token));
    await create(page).click();
    await page.getByText('Заведение работает!').waitFor();
    const password = (await page.getByRole('status', { name: 'Пароль' }).textContent()) ?? '';
    t.regex(password, /^[A-Za-z0-9]{12}$/);

    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Открыть панель' }).click();
    const panel = await opened;
    t.regex(panel.url(), /\/\/chistye\./);
    await addItem(panel, { login: 'anna', password }, 'Джемесон');
    await newPerson(chat, 'Анна', 'anna');
    const as = new URL(chat.url()).searchParams.get('as');
    await chat.goto(`${await page.getByRole('link', { name: 'Подключить Telegram' }).getAttribute('href')}&as=${as}`);
    await chat.getByRole('button', { name: 'Начать' }).click();
    await chat.getByText('Здравствуйте, Анна. Это остатки заведения «chistye».').waitFor();
    await chat.getByRole('textbox', { name: 'Сообщение' }).fill('Джемесон +0,7');
    await chat.keyboard.press('Enter');
    await chat.getByText('Джемесон: 0 → 0,7 л (+0,7)').waitFor();
    await panel.getByRole('gridcell', { name: /\+0,7\sл — Анна, (только что|\d+ мин назад)/ }).waitFor();

    await page.getByRole('link', { name: 'К моим заведениям' }).click();
    await page.getByRole('button', { name: 'Сбросить пароль' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Сбросить', exact: true }).click();
    t.is(await page.getByRole('dialog').getByRole('status', { name: 'Логин' }).textContent(), 'anna');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Перезапустить' }).click();
    await toast(page, 'Заведение перезапущено');
    await create(page).click();
    await toast(page, 'Достигнут лимит заведений: 1/1. Обновите подписку для создания новых заведений.');

    const agree = page.getByRole('button', { name: 'Да, удалить' });
    await page.getByRole('button', { name: 'Удалить' }).click();
    await agree.waitFor();
    await page.keyboard.press('Escape');
    await agree.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Удалить' }).click();
    await agree.click();
    await page.getByText('Пока нет ни одного заведения').waitFor();
  },
);

browserTest(
  'a refused token returns to the confirmation with the server’s words, and nothing typed is lost',
  async (t, { page }) => {
    await signIn(page, await newOwner(platform));
    await open(page, '/wizard');
    await fillWizard(page, { subdomain: 'refused', token: `123456789:${'A'.repeat(35)}`, admin: 'anna' });
    await create(page).click();

    const alert = page.getByRole('alert', { name: 'Ошибка создания заведения' });
    await alert.waitFor();
    t.regex((await alert.textContent()) ?? '', /токен/i);
    await page.getByRole('button', { name: 'Назад' }).click();
    t.is(await page.getByLabel('Логин администратора').inputValue(), 'anna');
  },
);

browserTest('the wizard says at once what is wrong with an address and a login', async (t, { page }) => {
  await signIn(page, await newOwner(platform));
  await open(page, '/wizard');
  const address = page.getByLabel('Поддомен');
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/check-subdomain') && asked.push(request.postData() ?? ''));

  await address.pressSequentially('Бар');
  await page.getByText('Только латинские буквы a–z, цифры и дефис').last().waitFor();
  await address.fill('');
  await address.pressSequentially('ad', { delay: 20 });
  await page.keyboard.press('Enter');
  await page.getByText('Пожалуйста, выберите корректный поддомен').waitFor();
  await address.pressSequentially('MIN', { delay: 20 });
  await page.getByText('Этот поддомен занят системой').waitFor();
  t.is(asked.at(-1), '{"subdomain":"admin"}');

  await address.fill('fine-address');
  await page.getByText('Адрес свободен').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('input[name=botToken]:focus').fill(`123456789:${'A'.repeat(35)}`);
  await page.keyboard.press('Enter');
  await page.locator('input[name=adminUsername]:focus').waitFor();
  await page.keyboard.type('@');
  await page.getByText('Вводите username БЕЗ знака @').waitFor();
  await page.keyboard.press('Backspace');
  t.is(await page.getByText('Вводите username БЕЗ знака @').count(), 0);
});

browserTest('without a connection the wizard says so and keeps everything', async (t, { page }) => {
  await signIn(page, await newOwner(platform));
  await open(page, '/wizard');
  await fillWizard(page, { subdomain: 'offline-bar', token: `123456789:${'A'.repeat(35)}`, admin: 'anna' });
  await page.context().setOffline(true);
  await create(page).click();

  const alert = page.getByRole('alert', { name: 'Ошибка создания заведения' });
  await alert.waitFor();
  t.regex((await alert.textContent()) ?? '', /Нет связи с сервером/);
  await page.context().setOffline(false);
  t.true((await page.locator('dl').textContent())?.includes('offline-bar'));
});

browserTest('the browser’s Back and a reload keep what was typed in the wizard', async (t, { page }) => {
  await signIn(page, await newOwner(platform));
  await open(page, '/wizard');
  await fillWizard(page, { subdomain: 'kept', token: `123456789:${'A'.repeat(35)}`, admin: 'anna' });

  await page.goBack();
  t.is(await page.locator('input[name=adminUsername]:focus').inputValue(), 'anna');
  await page.goBack();
  t.regex(await page.locator('input[name=botToken]:focus').inputValue(), /^123456789:A/);
  await page.goForward();
  await page.goForward();
  await page.locator('h1', { hasText: 'Всё верно?' }).waitFor();
  await page.reload();
  t.is(await page.locator('input[name=adminUsername]:focus').inputValue(), 'anna');
  await page.getByRole('button', { name: 'Назад' }).click();
  await page.locator('input[name=botToken]').waitFor();
  await page.getByRole('button', { name: 'Назад' }).click();
  t.is(await page.getByLabel('Поддомен').inputValue(), 'kept');
});

browserTest('guests are led to the sign-in, owners past it, and the lost to the start', async (t, { page }) => {
  await open(page, '/dashboard');
  await page.waitForURL('**/login');
  await open(page, '/nothing/here');
  await page.waitForURL(at('/'));
  await signIn(page, await newOwner(platform));
  await open(page, '/register');
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: 'Выйти' }).click();
  await page.waitForURL('**/login');
  t.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => !key.startsWith('mantine'))), []);
});

browserTest('two tabs whose token the server refuses use the refresh token once', async (t, { page }) => {
  await signIn(page, await newOwner(platform));
  const tabs = [page, await page.context().newPage()];
  await page.evaluate(() => localStorage.setItem('token', `${localStorage.getItem('token')}broken`));
  const refreshed: string[] = [];
  page.context().on('request', (request) => request.url().endsWith('/auth/refresh') && refreshed.push(request.url()));

  await Promise.all(tabs.map((tab) => open(tab, '/wizard')));
  await Promise.all(tabs.map((tab) => tab.getByLabel('Поддомен').fill('still-here')));
  await Promise.all(tabs.map((tab) => tab.getByText('Адрес свободен').waitFor()));

  t.is(refreshed.length, 1);
  t.false(await page.evaluate(() => localStorage.getItem('token')?.endsWith('broken')));
});

const guestPages = [
  '/',
  '/terms',
  '/privacy',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
];
const ownerPages = [
  '/plans',
  '/subscription/payment/3',
  '/dashboard',
  '/wizard',
  '/profile',
  '/my-data',
  '/subscription',
  '/sandbox/chat',
  '/sandbox/mail',
];

browserTest(
  'every page is accessible and fits a phone',
  async (t, { page }) => {
    const visit = async (path: string) => {
      await open(page, path);
      await page.locator('h1, aside').first().waitFor();
      await untilAnswered(page);
      t.deepEqual(await violationsInBothSchemes(page), [], path);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      t.true(over <= 0, `${path} is ${over} px too wide`);
    };
    for (const path of guestPages) await visit(path);
    await signIn(page, await newOwner(platform));
    for (const path of ownerPages) await visit(path);
  },
  { viewport: PHONE, reducedMotion: 'reduce' },
);
