import { browserTest } from '../support/browser/browser.ts';
import { openAs } from '../support/panel/panel-counts.ts';
import { openVenue } from '../support/panel/venue.ts';

browserTest('an administrator schedules a count by the keyboard, changes it and removes it', async (t, { page }) => {
  let now = Date.parse('2026-11-28T09:00:00Z');
  const venue = await openVenue(t, { clock: () => new Date(now) });
  await venue.createItem({ name: 'Джемесон', category: 'Виски' });
  await openAs(page, venue, venue.admin, '/counts');
  await page.getByRole('button', { name: 'Считать по расписанию' }).press('Enter');
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Название').fill('Ночной');
  await drawer.getByLabel('Название').press('Enter');
  await drawer.getByText('Выберите хотя бы один день').waitFor();

  await drawer.getByRole('button', { name: 'пн' }).press('Space');
  await drawer.getByRole('button', { name: 'пт' }).press('Space');
  await drawer.getByLabel('Время').fill('23:30');
  await drawer.getByLabel('Название').press('Enter');
  await drawer.waitFor({ state: 'detached' });
  await page.getByText('пн, пт в 23:30 · все позиции').waitFor();

  await page.getByRole('button', { name: 'Изменить' }).press('Enter');
  await drawer.getByText('Категории').click();
  await drawer.getByLabel('Виски, 1').check();
  for (const day of ['вт', 'ср', 'чт']) await drawer.getByRole('button', { name: day }).click();
  await drawer.getByRole('button', { name: 'Сохранить' }).press('Enter');
  await drawer.waitFor({ state: 'detached' });
  await page.getByText('по будням в 23:30 · Виски').waitFor();

  now = Date.parse('2026-11-30T20:31:00Z');
  await venue.services.scheduledCounts.task.run();
  await page.getByText('пора считать').waitFor();
  await page.getByRole('button', { name: 'Начать', exact: true }).press('Enter');
  await page.getByRole('heading', { name: 'Ночной' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: /посчитали/ }).waitFor();

  await page.getByRole('button', { name: 'Изменить' }).press('Enter');
  await drawer.getByRole('button', { name: 'Убрать из расписания' }).press('Enter');
  await drawer.getByRole('button', { name: 'Убрать', exact: true }).press('Enter');
  await drawer.waitFor({ state: 'detached' });
  await page.getByText('по будням').waitFor({ state: 'detached' });
  t.deepEqual((await venue.admin.get('/api/scheduled-counts')).body.scheduledCounts, []);
});
