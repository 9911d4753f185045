import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { browserTest } from '../support/browser.ts';
import { startTenant } from '../support/tenant.ts';

const runtime = join(import.meta.dirname, '../../tenant-runtime');
const panel = join(runtime, 'dist/panel');
if (!existsSync(join(panel, 'index.html'))) throw new Error('The pages are not built: npm run build');

browserTest('a dialog gives the keyboard back to the row it came from, written or left', async (t, { page }) => {
  const venue = await startTenant(t, { pages: { panel, scanner: join(runtime, 'dist/scanner') } });
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
