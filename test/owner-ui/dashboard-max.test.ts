import type { Page } from 'playwright-core';
import type { MaxBot } from '../../api/contract/max.ts';
import type { Tenant } from '../../api/contract/tenants.endpoints.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { card, openDashboard, press, venue } from '../support/owner-pages/dashboard.ts';
import { setUpOwnerPages } from '../support/owner-pages/pages.ts';

setUpOwnerPages();

const PATH = '/provision/tenant/t-bar/max';
const TOKEN = 'f9LHodD0cOL5NY7All_9xJRh5ZhPw6bRvq_0Adm8';
const own: MaxBot = {
  ...{ username: 'id7701234567_bot', link: 'https://max.ru/id7701234567_bot' },
  ...{ shared: false, state: 'ok', since: '2026-11-20T10:00:00Z' },
};
const shared: MaxBot = { ...own, username: 'ostatok_bot', link: 'https://max.ru/ostatok_bot', shared: true };

/** The dashboard with one venue, whose bot in MAX is this one. */
async function openWith(page: Page, bot: MaxBot | null, { sharedAvailable = true, ...more }: Given = {}) {
  const server = await openDashboard(page, { tenants: [venue('bar', { max: bot, ...more })] });
  server.answers[`GET ${PATH}`] = [200, { success: true, max: { bot, sharedAvailable } }];
  const answerWith = (method: 'PUT' | 'DELETE', next: MaxBot | null): void => {
    server.answers[`${method} ${PATH}`] = [200, { success: true, max: { bot: next, sharedAvailable } }];
    server.answers['GET /provision/my-tenants'] = [200, { success: true, tenants: [venue('bar', { max: next })] }];
  };
  return { ...server, answerWith };
}
type Given = { sharedAvailable?: boolean } & Partial<Tenant>;

browserTest('the shared bot is connected at once, and gives the administrator a link', async (t, { page }) => {
  const { answers, of, answerWith } = await openWith(page, null);
  answerWith('PUT', shared);
  await press(page, 'Подключить MAX');
  const dialog = page.getByRole('dialog', { name: 'MAX для «bar»' });
  const connect = dialog.getByRole('button', { name: 'Подключить общего бота' });
  await connect.and(page.locator(':focus')).waitFor();
  t.deepEqual(await seriousViolations(page), []);
  await page.keyboard.press('Enter');
  await toast(page, 'Бот в MAX подключён');
  t.deepEqual(of(`PUT ${PATH}`)[0]?.body, { shared: true });

  const link = 'https://max.ru/ostatok_bot?start=t-bar-Abc_123-def';
  answers[`POST ${PATH}-link`] = [503, { success: false, error: 'Заведение не запускается', code: 'tenant_down' }];
  const ask = dialog.getByRole('button', { name: 'Ссылка для администратора' });
  await ask.and(page.locator(':focus')).waitFor();
  await ask.click();
  await toast(page, 'Заведение не запускается');
  answers[`POST ${PATH}-link`] = [200, { success: true, link }];
  await ask.click();
  t.is(await dialog.getByRole('status', { name: 'Ссылка для администратора' }).textContent(), link);
  t.deepEqual(await seriousViolations(page), []);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await card(page, 'bar').getByRole('button', { name: 'Бот в MAX' }).and(page.locator(':focus')).waitFor();
  const inMax = card(page, 'bar').getByRole('link', { name: 'Общий бот в MAX' });
  t.is(await inMax.getAttribute('href'), 'https://max.ru/ostatok_bot?start=t-bar', 'it leads to this venue');
});

browserTest(
  'a bot of one’s own is connected by its token; what is wrong with it is said at the field',
  async (t, { page }) => {
    const { answers, of, answerWith } = await openWith(page, null, { sharedAvailable: false });
    const refused = { success: false, error: 'MAX не принял токен бота', code: 'bot_token_refused' };
    answers[`PUT ${PATH}`] = [400, { ...refused, errors: { botToken: 'MAX не принял токен' } }];
    await press(page, 'Подключить MAX');
    const dialog = page.getByRole('dialog');
    const token = dialog.getByLabel('Токен бота MAX');
    const submit = dialog.getByRole('button', { name: 'Подключить своего бота' });
    await token.and(page.locator(':focus')).waitFor();
    t.is(await dialog.getByRole('button', { name: 'Подключить общего бота' }).count(), 0);
    await page.keyboard.press('Enter');
    await dialog.getByText('Пожалуйста, введите токен бота MAX').waitFor();
    await token.fill(TOKEN);
    await submit.click();
    await dialog.getByText('MAX не принял токен', { exact: true }).waitFor();
    answers[`PUT ${PATH}`] = [503, { success: false, error: 'Не удалось связаться с MAX', code: 'max_unreachable' }];
    await submit.click();
    await toast(page, 'Не удалось связаться с MAX');
    answerWith('PUT', own);
    await submit.click();
    await toast(page, 'Бот в MAX подключён');
    t.deepEqual(of(`PUT ${PATH}`).at(-1)?.body, { botToken: TOKEN });
    const link = dialog.getByRole('link', { name: 'max.ru/id7701234567_bot' });
    t.is(await link.getAttribute('href'), own.link);
    t.is(await token.inputValue(), '', 'the token is not kept on the page');
  },
);

browserTest('MAX is disconnected after a question, and staff learn both bots by a code', async (t, { page }) => {
  const { of, answerWith } = await openWith(page, own, { web_url: 'https://bar.example' });
  await press(page, 'QR для сотрудников');
  const codes = page.getByRole('dialog');
  await codes.getByRole('img', { name: 'QR-код бота: bar' }).waitFor();
  await codes.getByText('MAX', { exact: true }).click();
  await codes.getByRole('img', { name: 'QR-код бота в MAX: bar' }).waitFor();
  t.is(await codes.getByRole('status', { name: 'Ссылка на бота в MAX' }).textContent(), own.link);
  t.deepEqual(await seriousViolations(page), []);
  await page.keyboard.press('Escape');
  await codes.waitFor({ state: 'detached' });

  answerWith('DELETE', null);
  await press(page, 'Бот в MAX');
  const dialog = page.getByRole('dialog');
  const address = dialog.getByRole('status', { name: 'Адрес мини-приложения' });
  t.is(await address.textContent(), 'https://bar.example/enter');
  const button = dialog.getByRole('button', { name: 'Отключить MAX' });
  await button.click();
  await dialog.getByRole('button', { name: 'Отмена' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  await button.and(page.locator(':focus')).waitFor();
  t.is(of(`DELETE ${PATH}`).length, 0);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Отключить', exact: true }).click();
  await toast(page, 'MAX отключён');
  await dialog.getByRole('button', { name: 'Подключить общего бота' }).waitFor();
});

browserTest('the card and the dialog say in words what is wrong with MAX', async (t, { page }) => {
  const troubles: [Partial<MaxBot>, RegExp, string][] = [
    [
      { state: 'revoked' },
      /MAX не принимает его токен\. Возьмите новый на business\.max\.ru/,
      'MAX не принимает токен',
    ],
    [{ state: 'unreachable' }, /MAX сейчас недоступен: сообщения ждут у него и дойдут/, 'MAX недоступен'],
    [{ state: 'revoked', shared: true }, /Общий бот в MAX не работает: .* Мы уже чиним/, 'MAX не принимает токен'],
  ];
  const { answers } = await openWith(page, own);
  for (const [more, text, badge] of troubles) {
    const bot = { ...own, ...more };
    answers['GET /provision/my-tenants'] = [200, { success: true, tenants: [venue('bar', { max: bot })] }];
    answers[`GET ${PATH}`] = [200, { success: true, max: { bot, sharedAvailable: true } }];
    await page.reload();
    await card(page, 'bar').getByText(text).waitFor();
    await press(page, 'Бот в MAX');
    await page.getByRole('dialog').getByText(badge, { exact: true }).waitFor();
    await page.getByRole('dialog').getByText('Так с 20.11.2026').waitFor();
    t.deepEqual(await seriousViolations(page), [], badge);
  }
  answers[`GET ${PATH}`] = [500];
  await page.reload();
  await press(page, 'Бот в MAX');
  await page.getByRole('dialog').getByText('Не удалось узнать, что с ботом в MAX').waitFor();
  answers[`GET ${PATH}`] = [200, { success: true, max: { bot: own, sharedAvailable: true } }];
  await page.getByRole('dialog').getByRole('button', { name: 'Повторить' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'max.ru/id7701234567_bot' }).waitFor();
});
