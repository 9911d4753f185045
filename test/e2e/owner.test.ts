import test from 'ava';
import type { Page } from 'playwright-core';
import { browserTest, seriousViolations, untilAnswered } from '../support/browser.ts';
import { newOwner, startTestPlatform, type TestOwner, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

const PHONE = { width: 360, height: 740 };

const at = (path: string): string => new URL(path, platform.url).href;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(at(path));
}

async function signIn(page: Page, { email, password }: TestOwner): Promise<void> {
  await open(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/plans');
}

async function newBot(page: Page, name: string): Promise<string> {
  await page.getByRole('dialog').getByLabel('Имя', { exact: true }).fill(name);
  await page.keyboard.press('Enter');
  const token = await page.getByRole('status', { name: 'Токен' }).textContent();
  await page.getByRole('button', { name: 'Готово' }).click();
  return token ?? '';
}

async function newPerson(page: Page, name: string, username = ''): Promise<void> {
  await page.getByRole('button', { name: 'Добавить человека' }).click();
  await page.getByRole('dialog').getByLabel('Имя', { exact: true }).fill(name);
  await page.getByRole('dialog').getByLabel('Username').fill(username);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Fills the first three steps by the keyboard alone: each step focuses its first field. */
async function fillWizard(page: Page, fields: { subdomain: string; token: string; admin: string }): Promise<void> {
  await page.locator('input:focus').waitFor();
  await page.keyboard.type(fields.subdomain);
  await page.keyboard.press('Enter');
  await page.locator('input[name=botToken]:focus').waitFor();
  await page.keyboard.type(fields.token);
  await page.keyboard.press('Enter');
  await page.locator('input[name=adminUsername]:focus').waitFor();
  await page.keyboard.type(fields.admin);
  await page.keyboard.press('Enter');
  await page.locator('h1:focus', { hasText: 'Всё верно?' }).waitFor();
}

/** The administrator's first minute in the tenant's panel: signs in and adds one item. */
async function addItem(panel: Page, account: { login: string; password: string }, name: string): Promise<void> {
  await panel.getByLabel('Логин').fill(account.login);
  await panel.getByLabel('Пароль', { exact: true }).fill(account.password);
  await panel.keyboard.press('Enter');
  await panel.getByRole('button', { name: 'Добавить вручную' }).click();
  await panel.getByRole('dialog').getByLabel('Название').fill(name);
  await panel.keyboard.press('Enter');
  await panel.getByRole('row', { name }).waitFor();
}

const create = (page: Page) => page.getByRole('button', { name: 'Создать заведение' });

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
    await panel.getByRole('gridcell', { name: /\+0,7\sл — Анна, только что/ }).waitFor();

    await page.getByRole('link', { name: 'К моим заведениям' }).click();
    await page.getByRole('button', { name: 'Сбросить пароль' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Сбросить', exact: true }).click();
    t.is(await page.getByRole('dialog').getByRole('status', { name: 'Логин' }).textContent(), 'anna');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Перезапустить' }).click();
    await page.getByText('Заведение перезапущено').waitFor();
    await create(page).click();
    await page.getByText('Достигнут лимит заведений: 1/1. Обновите подписку для создания новых заведений.').waitFor();

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

browserTest(
  'the chat shows at once what a bot sends, edits and asks, and sends lines in the order typed',
  async (t, { page }) => {
    const bot = await platform.sandbox?.createBot('Собеседник');
    const telegram = async (method: string, params: object) => {
      const url = at(`/sandbox/telegram/bot${bot?.token}/${method}`);
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(params) });
      return (await answer.json()).result;
    };
    await open(page, `/sandbox/chat?bot=${bot?.username}`);
    await newPerson(page, 'Игорь');

    const input = page.getByRole('textbox', { name: 'Сообщение' });
    await input.focus();
    const typed = Array.from({ length: 10 }, (_, line) => `Строка +${line}`);
    for (const line of typed) {
      await page.keyboard.type(line);
      await page.keyboard.press('Enter');
    }
    const updates: { update_id: number; message: { text: string; chat: { id: number } } }[] = [];
    while (updates.length < typed.length) {
      const offset = (updates.at(-1)?.update_id ?? 0) + 1;
      updates.push(...(await telegram('getUpdates', { offset, timeout: 5 })));
    }
    t.deepEqual(
      updates.map(({ message }) => message.text),
      typed,
    );

    const chat_id = updates[0]?.message.chat.id;
    const keyboard = { inline_keyboard: [[{ text: 'Отменить', callback_data: 'undo' }]] };
    const sent = await telegram('sendMessage', { chat_id, text: 'Джемесон: 4,6 → 5,3 л', reply_markup: keyboard });
    await page.getByRole('button', { name: 'Отменить' }).click();
    await telegram('editMessageText', { chat_id, message_id: sent.message_id, text: 'Отменено' });
    await page.getByText('Отменено').waitFor();
    t.is(await page.getByRole('button', { name: 'Отменить' }).count(), 0);
    await page.setInputFiles('input[type=file]', {
      name: 'Остатки.xlsx',
      mimeType: 'text/plain',
      buffer: Buffer.from('1'),
    });
    await page.getByRole('link', { name: 'Остатки.xlsx' }).waitFor();
  },
);

/** A picture of 64 grey pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAAFElEQVR4nGNgkLOJqpi25RIDZQwAihUaQUzX9bkAAAAASUVORK5CYII=',
  'base64',
);
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PNG });

interface ChatMessage {
  message_id: number;
  text?: string;
  caption?: string;
  media_group_id?: string;
  reply_to_message?: { message_id: number };
  voice?: { duration: number };
}

browserTest('in the chat one answers, corrects, sends photos with a caption and voices', async (t, { page }) => {
  const bot = await platform.sandbox?.createBot('Мессенджер');
  const telegram = async (method: string, params: object) => {
    const url = at(`/sandbox/telegram/bot${bot?.token}/${method}`);
    const headers = { 'content-type': 'application/json' };
    return (await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(params) })).json()).result;
  };
  let offset = 0;
  const next = async (): Promise<{ message?: ChatMessage; edited_message?: ChatMessage; from: number }> => {
    for (;;) {
      const [update] = await telegram('getUpdates', { offset, timeout: 5, limit: 1 });
      if (!update) continue;
      offset = update.update_id + 1;
      return { ...update, from: (update.message ?? update.edited_message).chat.id };
    }
  };
  // A silent fake microphone: a machine may have none.
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => new AudioContext().createMediaStreamDestination().stream;
    // on a busy machine the display ticks once more after a recording has ended and before that is rendered
    const ticks: (() => void)[] = [];
    const { setInterval } = window;
    window.setInterval = ((tick: () => void, ms: number) => {
      if (ms === 250) ticks.push(tick);
      return setInterval(tick, ms);
    }) as typeof window.setInterval;
    const { stop } = MediaRecorder.prototype;
    MediaRecorder.prototype.stop = function () {
      this.addEventListener('stop', () => {
        for (const tick of ticks) tick();
      });
      stop.call(this);
    };
  });
  await open(page, `/sandbox/chat?bot=${bot?.username}`);
  await newPerson(page, 'Ольга');
  const input = page.getByRole('textbox', { name: 'Сообщение' });
  await input.fill('Джемесон +0,7');
  await input.press('Enter');
  const { from } = await next();
  const card = await telegram('sendMessage', { chat_id: from, text: 'Остаток: 4,6 л' });

  await page.getByText('Остаток: 4,6 л').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Ответить' }).click();
  await page.getByRole('button', { name: 'Не отвечать' }).waitFor();
  await input.fill('+1');
  await input.press('Enter');
  t.like((await next()).message, { text: '+1', reply_to_message: { message_id: card.message_id } });
  await page.getByRole('button', { name: 'Бот Остаток: 4,6 л' }).waitFor();

  // the last message by the keyboard, another one by its menu; the unfinished text comes back
  await input.press('ArrowUp');
  await page.getByRole('button', { name: 'Не изменять' }).waitFor();
  t.is(await input.inputValue(), '+1');
  await input.press('Escape');
  t.is(await input.inputValue(), '');
  await input.fill('недописано');
  await page.getByRole('log').getByText('Джемесон +0,7').hover();
  await page.getByRole('button', { name: 'Действия с сообщением' }).first().click();
  await page.getByRole('menuitem', { name: 'Изменить' }).click();
  await input.fill('Джемесон +0,8');
  await input.press('Enter');
  t.like((await next()).edited_message, { text: 'Джемесон +0,8' });
  await page.getByRole('log').getByText('изменено').waitFor();
  t.is(await input.inputValue(), 'недописано');

  await page.setInputFiles('input[type=file]', [picture('a.png'), picture('b.png'), picture('c.png')]);
  await page.getByRole('button', { name: 'Убрать b.png' }).click();
  await page.getByRole('textbox', { name: 'Подпись' }).fill('= 3');
  await page.keyboard.press('Enter');
  const [first, second] = [await next(), await next()];
  t.deepEqual([first.message?.caption, second.message?.caption], ['= 3', undefined]);
  t.is(first.message?.media_group_id, second.message?.media_group_id);
  await page.waitForFunction(() => {
    const photos = [...document.querySelectorAll<HTMLImageElement>('[role=log] img[src^="/sandbox"]')];
    return photos.length === 2 && photos.every(({ naturalWidth }) => naturalWidth > 0);
  });

  await page.getByRole('button', { name: 'Записать голосовое' }).click();
  await page.getByRole('button', { name: 'Отмена' }).click();
  await page.getByRole('button', { name: 'Записать голосовое' }).click();
  await page.getByRole('timer', { name: 'Идёт запись' }).waitFor();
  await page.getByRole('button', { name: 'Отправить голосовое' }).click();
  t.true(((await next()).message?.voice?.duration ?? 0) >= 1);
  await page.getByRole('button', { name: /^Прослушать голосовое/, disabled: false }).waitFor();
  t.deepEqual(await seriousViolations(page), []);
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

for (const colorScheme of ['light', 'dark'] as const) {
  browserTest(
    `every page is accessible and fits a phone (${colorScheme})`,
    async (t, { page }) => {
      const visit = async (path: string) => {
        await open(page, path);
        await page.locator('h1, aside').first().waitFor();
        await untilAnswered(page);
        t.deepEqual(await seriousViolations(page), [], path);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        t.true(over <= 0, `${path} is ${over} px too wide`);
      };
      for (const path of guestPages) await visit(path);
      await signIn(page, await newOwner(platform));
      for (const path of ownerPages) await visit(path);
    },
    { viewport: PHONE, colorScheme, reducedMotion: 'reduce' },
  );
}
