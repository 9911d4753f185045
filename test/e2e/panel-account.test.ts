import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { openVenue } from '../support/panel/venue.ts';
import { until } from '../support/run/until.ts';
import type { Tenant } from '../support/venue/tenant.ts';

const PASSWORD = 'kegs and corks';

async function openWithOwner(t: ExecutionContext): Promise<Tenant> {
  const venue = await openVenue(t, { env: { BOT_URL: 'https://t.me/proba_bot' } });
  await venue.platform.post('/internal/admin').send({ username: 'maria', password: PASSWORD });
  return venue;
}

async function signIn(page: Page, venue: Tenant, password = PASSWORD): Promise<void> {
  await page.goto(venue.url);
  await page.getByLabel('Логин').fill('maria');
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByRole('navigation').waitFor();
}

async function signInAs(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Логин').fill(username);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByRole('button', { name: `Меню: ${username}` }).waitFor();
}

async function openFromMenu(page: Page, item: string) {
  await page.getByRole('button', { name: 'Меню: maria' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

browserTest(
  'a person changes their own password by the keyboard and stays; another browser signs in anew',
  async (t, { page, another }) => {
    const venue = await openWithOwner(t);
    const other = await another();
    await signIn(page, venue);
    await signIn(other, venue);
    const dialog = await openFromMenu(page, 'Сменить пароль');
    const fill = async (...values: string[]): Promise<void> => {
      for (const [index, value] of values.entries()) await dialog.locator('input:visible').nth(index).fill(value);
      await page.keyboard.press('Enter');
    };

    await fill('not this one', 'three random words', 'three random word');
    await dialog.getByText('Пароли не совпадают').waitFor();
    await fill('not this one', 'three random words', 'three random words');
    await dialog.getByText('Неверный текущий пароль').waitFor();
    await fill(PASSWORD, 'password1', 'password1');
    await dialog.getByText('подбирают в числе первых').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await fill(PASSWORD, 'three random words', 'three random words');

    await toast(page, 'Пароль изменён');
    await dialog.waitFor({ state: 'detached' });
    await other.getByRole('button', { name: 'Войти' }).waitFor();
    await page.reload();
    await page.getByRole('navigation').waitFor();
    await venue.createItem({ name: 'Апероль' });
    await page.getByText('Апероль').first().waitFor();
    await signIn(other, venue, 'three random words');
  },
);

browserTest('a person sees where they are signed in, ends one of these, then all', async (t, { page, another }) => {
  const venue = await openWithOwner(t);
  const [other, third] = [await another(), await another()];
  for (const one of [other, third, page]) await signIn(one, venue);

  const dialog = await openFromMenu(page, 'Выйти на всех устройствах');
  await dialog.getByText('это устройство').waitFor();
  await dialog.getByText('Telegram тоже отключится').waitFor();
  t.is(await dialog.getByRole('listitem').count(), 3);
  t.deepEqual(await seriousViolations(page), []);
  await dialog
    .getByRole('button', { name: /^Завершить вход/ })
    .first()
    .click();
  await third.getByRole('button', { name: 'Войти' }).waitFor();
  await dialog.getByRole('listitem').nth(2).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Выйти на всех устройствах' }).click();

  for (const one of [page, other]) await one.getByRole('button', { name: 'Войти' }).waitFor();
});

browserTest(
  'an administrator reads the security log in sentences, by what, whom and when, and more of it',
  async (t, { page }) => {
    const venue = await openWithOwner(t);
    const wrong = { username: 'maria', password: 'wrong words here' };
    await venue.anonymous.post('/api/auth/login').set('X-Forwarded-For', '203.0.113.77').send(wrong);
    for (let n = 0; n < 20; n += 1) await venue.admin.post('/api/users').send({ username: `user${n}` });
    await signIn(page, venue);
    await page.goto(`${venue.url}/users`);
    const log = page.getByRole('region', { name: 'Журнал безопасности' });
    const lines = log.getByRole('list').getByRole('listitem');

    await lines.first().getByText('Вход: maria').waitFor();
    t.is(await lines.count(), 20);
    await log.getByRole('button', { name: 'Показать ещё' }).click();
    await log.getByText('Неверный пароль: maria').waitFor();
    await log.getByText(/203\.0\.113\.\*/).waitFor();

    await log.getByLabel('Что').selectOption({ label: 'Только отказы' });
    await lines.nth(1).waitFor({ state: 'detached' });
    t.regex((await lines.first().textContent()) ?? '', /^Неверный пароль: maria/);
    await log.getByLabel('Что').selectOption({ label: 'Всё' });
    await log.getByLabel('Кто').selectOption({ label: 'user7' });
    await log.getByText('Новый в команде: user7').waitFor();
    await lines.nth(1).waitFor({ state: 'detached' });
    t.regex((await lines.first().textContent()) ?? '', /Анна/);
    await log.getByLabel('Что').selectOption({ label: 'Весы' });
    await log.getByText('Записей нет').waitFor();
    t.deepEqual(await seriousViolations(page), []);
  },
);

browserTest('a visiting support reads the security log and is offered no password', async (t, { page }) => {
  const venue = await openWithOwner(t);
  const visit = { administrator: 'admin@platform.example', reason: 'Владелец просил проверить импорт' };
  const { body } = await venue.platform.post('/internal/support').send(visit);
  await page.goto(`${venue.url}/support#${body.token}`);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByRole('navigation').waitFor();
  await page.goto(`${venue.url}/users`);

  await page.getByText('Вход поддержки: admin@platform.example. Причина: Владелец просил проверить импорт').waitFor();
  t.true(await page.getByRole('region', { name: 'Журнал безопасности' }).getByLabel('Что').isEnabled());
  await page.getByRole('button', { name: /^Меню/ }).click();
  await page.getByRole('menuitem', { name: 'Выйти' }).waitFor();
  t.is(await page.getByRole('menuitem', { name: 'Сменить пароль' }).count(), 0);
});

browserTest(
  'a change on its way when another person signs in at the same browser never goes under their name',
  async (t, { page }) => {
    const venue = await openWithOwner(t);
    const jameson = await venue.createItem({ name: 'Джемесон', quantity: 5 });
    const added = await venue.admin.post('/api/users').send({ username: 'boris', name: 'boris' });
    await signIn(page, venue);
    const tab = await page.context().newPage();
    await tab.goto(venue.url);
    let release = (): void => {};
    const isHeld = new Promise<void>((resolve) => {
      const held = new Promise<void>((go) => {
        release = go;
      });
      void page.route('**/api/changes', async (route) => {
        if (route.request().method() !== 'POST') return route.continue();
        resolve();
        await held;
        await route.continue();
      });
    });
    await page.getByLabel('Приход: Джемесон').click();
    await page.getByLabel('Сколько').fill('0,5');
    await page.getByRole('button', { name: 'Записать' }).click();
    await isHeld;

    await tab.getByRole('button', { name: 'Меню: maria' }).click();
    await tab.getByRole('menuitem', { name: 'Выйти', exact: true }).click();
    await signInAs(tab, 'boris', added.body.password);
    await page.getByRole('button', { name: 'Меню: boris' }).waitFor();
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/changes') && answer.status() === 401);
    release();
    await refused;
    await page.reload();
    await page.getByRole('button', { name: 'Меню: boris' }).waitFor();

    const changes = async () => (await venue.admin.get(`/api/changes?item=${jameson.id}`)).body.changes;
    t.deepEqual(
      (await changes()).filter(({ delta }: { delta: number }) => delta === 0.5),
      [],
    );
    await tab.getByRole('button', { name: 'Меню: boris' }).click();
    await tab.getByRole('menuitem', { name: 'Выйти', exact: true }).click();
    await signInAs(tab, 'maria', PASSWORD);
    await tab.getByRole('row').filter({ hasText: 'Джемесон' }).getByText('5,5', { exact: true }).waitFor();
    await until(async () => (await changes())[0]?.delta === 0.5, 'the change arrives');
    t.like((await changes())[0], { delta: 0.5, user: { name: 'maria' } });
  },
);

browserTest('a person gets a link into the chat from their menu, and unties the chat there', async (t, { page }) => {
  const venue = await openWithOwner(t);
  await signIn(page, venue);
  const dialog = await openFromMenu(page, 'Подключить Telegram');
  await dialog.getByRole('button', { name: 'Получить ссылку' }).press('Enter');
  const link = (await dialog.getByRole('link', { name: 'Открыть Telegram' }).getAttribute('href')) ?? '';
  t.regex(link, /^https:\/\/t\.me\/proba_bot\?start=[\w-]{43}$/);
  t.is(await dialog.getByLabel('Ссылка', { exact: true }).inputValue(), link);
  t.deepEqual(await seriousViolations(page), []);

  const code = new URL(link).searchParams.get('start') ?? '';
  await venue.services.chatLinks.open(code, { channel: 'telegram', id: 77, first_name: 'Мария' });

  await dialog.getByRole('button', { name: 'Отключить' }).click();
  await dialog.getByRole('button', { name: 'Получить ссылку' }).waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${venue.url}/users`);
  await page.getByRole('region', { name: 'Журнал безопасности' }).getByText('Чат с ботом отвязан: Мария').waitFor();
});

browserTest('an administrator gets a link to hand to somebody of the team', async (t, { page }) => {
  const venue = await openWithOwner(t);
  await signIn(page, venue);
  await page.goto(`${venue.url}/users`);
  await page.getByRole('button', { name: 'Подключить Telegram: barman' }).click();
  const dialog = page.getByRole('dialog', { name: 'Telegram: Иван' });
  await dialog.getByRole('button', { name: 'Получить ссылку' }).click();
  await dialog.getByText('Передайте ссылку только этому человеку').waitFor();
  t.is(await dialog.getByRole('link').count(), 0, 'whoever opens it here would be them');
  t.deepEqual(await seriousViolations(page), []);
  const link = await dialog.getByLabel('Ссылка', { exact: true }).inputValue();

  const code = new URL(link).searchParams.get('start') ?? '';
  t.is((await venue.services.chatLinks.open(code, { channel: 'telegram', id: 78 })).caller.id, venue.user.id);

  await dialog.getByText('Telegram подключён').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Отключить Telegram: barman' }).waitFor();
  await page.getByRole('button', { name: 'Сбросить пароль: barman' }).click();
  await page.getByText('Сбросить пароль: Иван (barman)? Старый перестанет действовать, Telegram отключится.').waitFor();
  await page.getByRole('button', { name: 'Сбросить', exact: true }).click();
  await page.getByRole('button', { name: 'Готово' }).click();
  await page.getByRole('button', { name: 'Подключить Telegram: barman' }).waitFor();
});

browserTest('what a dialog or a part of a page could not read is said there, and read again', async (t, { page }) => {
  const venue = await openWithOwner(t);
  await signIn(page, venue);
  const refused = new Set(['auth/sessions', 'auth/telegram', 'security', 'bot', 'settings']);
  await page.route(/\/api\/(auth\/sessions|auth\/telegram|security|bot|settings)(\?|$)/, (route) =>
    refused.has(new URL(route.request().url()).pathname.replace('/api/', ''))
      ? route.fulfill({ status: 404, json: { success: false, error: 'Не сейчас', code: 'x' } })
      : route.continue(),
  );
  const alert = page.getByRole('alert').filter({ hasText: 'Не сейчас' });
  const mend = async (...paths: string[]): Promise<void> => {
    await alert.nth(paths.length - 1).waitFor();
    for (const path of paths) refused.delete(path);
    for (let left = paths.length; left > 0; left -= 1) {
      await alert
        .nth(left - 1)
        .getByRole('button', { name: 'Повторить' })
        .click();
      await alert.nth(left - 1).waitFor({ state: 'detached' });
    }
  };

  const sessions = await openFromMenu(page, 'Выйти на всех устройствах');
  await mend('auth/sessions');
  await sessions.getByText('это устройство').waitFor();
  await page.keyboard.press('Escape');
  await sessions.waitFor({ state: 'detached' });
  const telegram = await openFromMenu(page, 'Подключить Telegram');
  await mend('auth/telegram');
  await telegram.getByRole('button', { name: 'Получить ссылку' }).waitFor();
  await page.goto(`${venue.url}/users`);
  await mend('security');
  await page.getByText('Вход: maria').first().waitFor();
  await page.goto(`${venue.url}/settings`);
  await mend('settings', 'bot');
  t.is(await alert.count(), 0);
});
