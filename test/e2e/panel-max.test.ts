import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { startBridgedChat } from '../support/max/bridged-chat.ts';
import { openAs } from '../support/panel/panel-counts.ts';
import { builtPages, openVenue } from '../support/panel/venue.ts';
import { startDataOf } from '../support/telegram/start-data.ts';
import { barman } from '../support/telegram/venue-chat.ts';

const env = { BOT_URL: 'https://t.me/proba_bot', MAX_BOT_URL: 'https://max.ru/id77_bot' };
const PREFIX = 'test-tenant-';

browserTest('where the venue has a bot in MAX, a person connects it beside Telegram', async (t, { page }) => {
  const venue = await openVenue(t, { env });
  await openAs(page, venue, venue.user, '/');
  await page.getByRole('button', { name: 'Меню: Иван' }).click();
  await page.getByRole('menuitem', { name: 'Подключить Telegram' }).waitFor();
  await page.getByRole('menuitem', { name: 'Подключить MAX' }).click();
  const dialog = page.getByRole('dialog', { name: 'MAX' });
  await dialog.getByRole('button', { name: 'Получить ссылку' }).click();
  const link = (await dialog.getByRole('link', { name: 'Открыть MAX' }).getAttribute('href')) ?? '';
  t.regex(link, /^https:\/\/max\.ru\/id77_bot\?start=test-tenant-[\w-]{43}$/);
  t.deepEqual(await seriousViolations(page), []);

  const code = new URL(link).searchParams.get('start')?.slice(PREFIX.length) ?? '';
  await venue.services.chatLinks.open(code, { channel: 'max', id: 77, first_name: 'Иван' });
  await dialog.getByText('MAX подключён').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Меню: Иван' }).click();
  await page.getByRole('menuitem', { name: 'Отключить MAX' }).waitFor();
  await page.getByRole('menuitem', { name: 'Подключить Telegram' }).waitFor();
});

browserTest('an administrator sees who is in MAX, lets newcomers of it in, and where it is', async (t, { page }) => {
  const venue = await openVenue(t, { env });
  await venue.db('newcomers').insert([
    { channel: 'max', telegram_id: 101, name: 'Ольга', asked_at: new Date() },
    { channel: 'telegram', telegram_id: 101, username: 'petr', name: 'Пётр', asked_at: new Date() },
  ]);
  await venue.db('users').where({ id: venue.user.id }).update({ telegram_id: 200, max_id: 200 });
  await venue.db('bot_chats').insert({ channel: 'max', chat_id: 200, blocked_at: new Date() });
  await openAs(page, venue, venue.admin, '/users');

  const card = page.getByRole('listitem').filter({ hasText: 'barman' });
  await card.getByText('в Telegram', { exact: true }).waitFor();
  await card.getByText('остановил бота в MAX').waitFor();
  await page.getByText('MAX, просит доступ').waitFor();
  await page.getByRole('button', { name: 'Принять: Ольга' }).click();
  await page.getByRole('button', { name: 'Отключить MAX: max101' }).waitFor();
  await page.getByRole('button', { name: 'Принять: Пётр' }).waitFor();
  t.like(await venue.db('users').where({ max_id: 101 }).first(), { username: 'max101', telegram_id: null });
  await page.getByRole('button', { name: 'Сбросить пароль: barman' }).click();
  await page.getByText('Старый перестанет действовать, Telegram и MAX отключатся.').waitFor();
  await page.getByRole('button', { name: 'Сбросить', exact: true }).click();
  await page.getByRole('button', { name: 'Готово' }).click();
  await card.getByText('без мессенджера').waitFor();
  t.deepEqual(await seriousViolations(page), []);

  await page.goto(`${venue.url}/settings`);
  const address = await page.getByRole('link', { name: 'Бот в MAX' }).getAttribute('href');
  t.is(address, 'https://max.ru/id77_bot?start=test-tenant');
});

browserTest('a page that MAX opens is signed in, as the scanner where its button was pressed', async (t, { page }) => {
  const chat = await startBridgedChat(t, { pages: builtPages });
  const { user_id: id } = chat.personOf(barman);
  const openWith = async (param: string): Promise<void> => {
    const data = startDataOf({ id }, { token: chat.bot.token, date: String(Date.now()), param });
    await page.goto('about:blank');
    await page.goto(`${chat.url}/enter#WebAppData=${encodeURIComponent(data)}&WebAppVersion=26.1`);
  };
  await openWith('proba');
  await page.getByRole('heading', { name: 'Остатки', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Меню: Иван' }).waitFor();
  t.is(new URL(page.url()).hash, '', 'what is signed does not stay in the address');
  await openWith('proba_scan');
  await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
  t.is(new URL(page.url()).pathname, '/scan/');
});
