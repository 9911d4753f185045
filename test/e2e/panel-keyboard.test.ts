import { browserTest } from '../support/browser/browser.ts';
import { openVenue } from '../support/panel/venue.ts';

browserTest('a dialog gives the keyboard back to the row it came from, written or left', async (t, { page }) => {
  const venue = await openVenue(t);
  await venue.createItem({ name: 'Апероль', quantity: 1 });
  await venue.createItem({ name: 'Белуга', quantity: 1 });
  const { id, token, username } = venue.admin;
  const session = JSON.stringify({ token, user: { id, username, name: 'Анна', role: 'admin' } });
  await page.addInitScript((text) => localStorage.setItem('ostatok.session', text), session);
  await page.goto(venue.url);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const isOn = (name: string) => row(name).and(page.locator(':focus')).waitFor();
  await row('Апероль').waitFor();

  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await isOn('Апероль');
  await page.keyboard.press('-');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await isOn('Апероль');

  await page.keyboard.press('-');
  await page.getByRole('dialog').getByRole('textbox').first().fill('0,3');
  await page.keyboard.press('Enter');
  await isOn('Апероль');
  await page.keyboard.press('ArrowDown');
  await isOn('Белуга');

  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await isOn('Белуга');
  t.pass();
});
