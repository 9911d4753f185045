import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { openVenue } from '../support/panel/venue.ts';

browserTest('support comes in by its link, is seen on every page and leaves at a press', async (t, { page }) => {
  const venue = await openVenue(t);
  await venue.createItem({ name: 'Джемесон', quantity: 5 });
  const visit = { administrator: 'admin@platform.example', reason: 'Владелец просил проверить импорт' };
  const { body } = await venue.platform.post('/internal/support').send(visit);
  const url = `${venue.url}/support#${body.token}`;

  await page.goto(url);
  await page.getByRole('heading', { name: 'Вход поддержки' }).waitFor();
  t.deepEqual(await seriousViolations(page), []);
  await page.getByRole('button', { name: 'Войти' }).click();
  const banner = page.getByRole('status').filter({ hasText: 'Вы вошли как поддержка' });
  await banner.waitFor();
  await page.getByRole('row').filter({ hasText: 'Джемесон' }).waitFor();
  t.deepEqual(await seriousViolations(page), []);

  await page.getByRole('link', { name: 'Люди' }).first().click();
  const log = page.getByRole('region', { name: 'Доступ поддержки' });
  await log.getByText(visit.administrator).waitFor();
  await log.getByText(`Причина: ${visit.reason}`).waitFor();
  await banner.waitFor();
  await page.getByText('Поддержка не управляет входом людей').waitFor();
  for (const name of ['Добавить', /^Сбросить пароль/, /^Удалить/])
    t.true(await page.getByRole('button', { name }).first().isDisabled(), `${name}`);
  t.deepEqual(await seriousViolations(page), []);
  await page.goto(`${venue.url}/settings`);
  for (const name of ['Показать QR-код', 'Подключить весы'])
    t.true(await page.getByRole('button', { name }).isDisabled(), name);
  t.deepEqual(await seriousViolations(page), []);

  await page.goto(`${venue.url}/sales`);
  await page.getByText('Поддержка не управляет подключениями').waitFor();
  t.true(await page.getByRole('button', { name: 'Подключить кассу' }).isDisabled());
  t.deepEqual(await seriousViolations(page), []);

  await banner.getByRole('button', { name: 'Закончить' }).click();
  await page.getByRole('button', { name: 'Войти' }).waitFor();
  t.like((await venue.admin.get('/api/support')).body.sessions[0], { state: 'ended' });

  await page.goto('about:blank');
  await page.goto(url);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByRole('alert').getByText('Ссылка не подошла').waitFor();
});
