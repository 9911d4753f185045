import { places } from '../../tenant-runtime/panel/app/places.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { signIn } from '../support/panel/panel.ts';
import { openAs } from '../support/panel/panel-counts.ts';
import { openVenue } from '../support/panel/venue.ts';

browserTest(
  'a phone is signed in by the code that the panel shows, and the code says as whom',
  async (t, { page, another }) => {
    const venue = await openVenue(t);
    await openAs(page, venue, venue.user, '/settings');
    await page.getByRole('button', { name: 'Показать QR-код' }).click();
    await page.getByText('По этому коду телефон войдёт как вы, Иван').waitFor();
    await page.getByRole('img', { name: 'QR-код для входа на телефоне' }).waitFor();
    const shown = page.getByTestId('scanner-code');
    await shown.getByText(/Действует ещё \d:\d\d/).waitFor();
    const code = (await shown.innerText()).match(/[A-Z0-9]{4}-[A-Z0-9]{4}/)?.[0];
    t.is(await page.getByText('Подключить весы').count(), 0, 'the venue is set up by administrators');

    const phone = await another();
    await phone.goto(venue.url);
    const answer = await phone.request.post(`${venue.url}/api/auth/redeem`, { data: { code } });
    t.is((await answer.json()).user.name, 'Иван');
  },
);

browserTest('the scale is paired by a code, seen and unpaired', async (t, { page }) => {
  const venue = await openVenue(t);
  await openAs(page, venue, venue.admin, '/settings');
  await page.getByLabel('Название компьютера').fill('Ноутбук за баром');
  await page.getByRole('button', { name: 'Подключить весы' }).click();
  const shown = page.getByTestId('bridge-code');
  await shown.getByText(venue.url).waitFor();
  const code = (await shown.innerText()).match(/[A-Z0-9]{4}-[A-Z0-9]{4}/)?.[0];
  await venue.anonymous.post('/api/auth/redeem').send({ code });
  await page.getByText('Ноутбук за баром').waitFor();
  await shown.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Отключить: Ноутбук за баром' }).click();
  await page.getByRole('button', { name: 'Отключить', exact: true }).click();
  await page.getByText('Ноутбук за баром').waitFor({ state: 'detached' });
  t.pass();
});

browserTest(
  'an area whose name is too long is refused beside the areas, until it is shortened',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await openAs(page, venue, venue.admin, '/settings');
    await page.getByRole('button', { name: 'Добавить зону' }).click();
    await page.getByRole('textbox', { name: 'Зона 1' }).fill('Б'.repeat(61));
    await page.getByRole('button', { name: 'Сохранить' }).click();
    const refusal = page.getByRole('group', { name: 'Зоны, где считают' }).getByRole('alert');
    t.is(await refusal.innerText(), 'Не длиннее 60 знаков');

    await page.getByRole('textbox', { name: 'Зона 1' }).fill('Бар');
    await refusal.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await toast(page, 'Сохранено');
    t.deepEqual((await venue.admin.get('/api/settings')).body.settings.areas, ['Бар']);
  },
);

browserTest('what the settings say of counts is what a new count offers', async (t, { page }) => {
  const venue = await openVenue(t);
  await venue.createItem({ name: 'Джемесон' });
  await openAs(page, venue, venue.admin, '/settings');
  await page.getByRole('button', { name: 'Добавить зону' }).click();
  await page.keyboard.type('Винный шкаф');
  t.is(await page.getByRole('textbox', { name: 'Зона 1' }).inputValue(), 'Винный шкаф');
  await page.getByLabel('Считать вслепую').check();
  await page.getByLabel('Порог пересчёта').fill('0,3');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await toast(page, 'Сохранено');

  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Подсчёты' }).click();
  await page.getByRole('button', { name: 'Начать подсчёт' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Начать', exact: true }).click();
  await page.getByRole('button', { name: 'Винный шкаф: готово' }).waitFor();
  const [count] = (await venue.admin.get('/api/counts')).body.counts;
  t.like(count, { blind: true, recountThreshold: 0.3 });
});

browserTest(
  'who asked the bot for access is let in as far as the plan goes, and who stopped it is shown',
  async (t, { page }) => {
    const venue = await openVenue(t, { env: { MAX_USERS: '3' } });
    await venue.db('newcomers').insert([
      { telegram_id: 101, username: 'olga', name: 'Ольга', asked_at: new Date() },
      { telegram_id: 102, username: 'petr', name: 'Пётр', asked_at: new Date() },
      { telegram_id: 103, username: 'lev', name: 'Лев', asked_at: new Date() },
    ]);
    await venue.db('users').where({ id: venue.user.id }).update({ telegram_id: 200 });
    await venue.db('bot_chats').insert({ chat_id: 200, blocked_at: new Date() });
    await openAs(page, venue, venue.admin, '/users');
    await page.getByText('остановил бота').waitFor();
    await page.getByRole('button', { name: 'Принять: Ольга' }).click();
    await page.getByRole('button', { name: 'Сбросить пароль: olga' }).waitFor();
    await page.getByRole('button', { name: 'Принять: Пётр' }).click();
    await page.getByText(/Тариф/).waitFor();
    await page.getByRole('button', { name: 'Отклонить: Лев' }).click();
    await toast(page, 'Лев: доступ не дан');
    const { users } = (await venue.admin.get('/api/users')).body;
    t.deepEqual(users.map(({ username }: { username: string }) => username).sort(), ['barman', 'boss', 'olga']);
  },
);

browserTest('places open by G and a letter', async (t, { page }) => {
  const venue = await openVenue(t);
  await openAs(page, venue, venue.admin, '/');
  for (const { to, key, label } of places) {
    // out of the field that a page opens with, such as the chat's
    await page.keyboard.press('Escape');
    // pressed at once: a slow pair is no shortcut, and the machine may be busy
    await Promise.all([page.keyboard.press('g'), page.keyboard.press(key.toLowerCase())]);
    await page.getByRole('heading', { level: 1, name: label }).waitFor();
    // its field takes the keys when the conversation is there, which is after the heading
    if (to === '/chat') await page.locator('textarea:focus').waitFor();
  }
  t.pass();
});

browserTest('a password is shown once, and the person signs in with it', async (t, { page, another }) => {
  const venue = await openVenue(t);
  await signIn(page, venue);
  await page.getByRole('link', { name: 'Люди' }).click();
  await page.getByLabel('Сбросить пароль: barman').click();
  await page.getByRole('button', { name: 'Сбросить', exact: true }).click();
  const password = await page.getByLabel('Новый пароль').inputValue();
  await page.getByRole('button', { name: 'Готово' }).click();
  t.is(await page.getByText(password).count(), 0);

  const theirs = await another();
  await theirs.goto(venue.url);
  await theirs.getByLabel('Логин').fill('barman');
  await theirs.getByLabel('Пароль', { exact: true }).fill(password);
  await theirs.getByRole('button', { name: 'Войти' }).click();
  await theirs.getByText('Их добавит администратор заведения').waitFor();
  t.is(await theirs.getByRole('link', { name: 'Люди' }).count(), 0);
});
