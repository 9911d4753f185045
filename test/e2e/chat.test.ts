import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { at, newPerson, open, platform, setUpOwners } from '../support/owner-pages/owner-walk.ts';

setUpOwners();

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

browserTest('a message that the stream brings before the answer to it stands once', async (t, { page }) => {
  const bot = await platform.sandbox?.createBot('Спешащий');
  const telegram = (method: string, body: object) =>
    fetch(at(`/sandbox/telegram/bot${bot?.token}/${method}`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then((answer) => answer.json());
  await open(page, `/sandbox/chat?bot=${bot?.username}`);
  await newPerson(page, 'Игорь');
  const answered = Promise.withResolvers<void>();
  const seen = Promise.withResolvers<void>();
  await page.route('**/sandbox/api/chats/*/*/messages', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const response = await route.fetch();
    answered.resolve();
    await seen.promise;
    await route.fulfill({ response });
  });

  await page.getByRole('textbox', { name: 'Сообщение' }).fill('Джемесон +0,7');
  await page.keyboard.press('Enter');
  await answered.promise;
  const [{ message }] = (await telegram('getUpdates', { timeout: 5 })).result;
  await telegram('sendMessage', { chat_id: message.chat.id, text: 'Записано' });
  await telegram('sendChatAction', { chat_id: message.chat.id, action: 'typing' });
  await page.getByText('печатает…').waitFor();
  t.is(await page.getByText('Джемесон +0,7', { exact: true }).count(), 1);
  seen.resolve();

  await page.getByText('Записано', { exact: true }).waitFor();
  t.deepEqual(await page.getByText(/^(Джемесон \+0,7|Записано)$/).allInnerTexts(), ['Джемесон +0,7', 'Записано']);
});

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

browserTest('a bot of MAX is made in the chat; it gets what is written by MAX’s own Bot API', async (t, { page }) => {
  await open(page, '/sandbox/chat?new-bot=max');
  const form = page.getByRole('dialog', { name: 'Новый бот' });
  t.true(await form.getByRole('radio', { name: 'MAX' }).isChecked());
  await form.getByLabel('Имя', { exact: true }).fill('Бар в MAX');
  t.deepEqual(await seriousViolations(page), []);
  await form.getByRole('button', { name: 'Создать бота' }).click();
  const token = await form.getByRole('status', { name: 'Токен' }).innerText();
  await form.getByRole('button', { name: 'Готово' }).click();
  await newPerson(page, 'Олег');

  await page.getByRole('button', { name: /^Бар в MAX.* · MAX$/ }).click();
  await page.getByRole('button', { name: 'Начать' }).click();
  // a command that has arrived; until then the message also waits to be sent
  await page.getByRole('button', { name: '/start' }).waitFor();
  const max = async (path: string, body?: object) => {
    const headers = { authorization: token };
    const asked = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return (await fetch(at(`/sandbox/max${path}`), asked)).json();
  };
  const [{ update_type, user }] = (await max('/updates?timeout=5')).updates;
  t.is(update_type, 'bot_started');
  await max(`/messages?user_id=${user.user_id}`, { text: 'Здравствуйте, Олег' });
  await page.getByText('Здравствуйте, Олег').waitFor();
  t.deepEqual(await seriousViolations(page), []);
});
