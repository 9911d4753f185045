import type { Page } from 'playwright-core';
import { browserTest } from '../support/browser/browser.ts';
import { openVenue } from '../support/panel/venue.ts';
import type { Tenant } from '../support/venue/tenant.ts';

const SIZE = 10_000;

/**
 * A tenant with ten thousand items, and its administrator signed in; the items are inserted directly into the database.
 */
async function openLarge(venue: Tenant, page: Page): Promise<void> {
  for (let from = 0; from < SIZE; from += 1000) {
    const rows = Array.from({ length: 1000 }, (_, at) => {
      const name = `Позиция ${from + at}`;
      const numbers = { quantity: at % 40, expected: at % 37, category: `К${at % 9}` };
      return { name, search_name: name.toLowerCase(), unit: 'л', ...numbers };
    });
    await venue.db('items').insert(rows);
  }
  const user = { id: venue.admin.id, username: 'boss', name: 'Анна', role: 'admin' };
  await page.goto(`${venue.url}/mark.svg`);
  await page.evaluate(
    (session) => localStorage.setItem('ostatok.session', session),
    JSON.stringify({ token: venue.admin.token, user }),
  );
  await page.goto(venue.url);
  await page.locator(`table[aria-rowcount="${SIZE + 1}"]`).waitFor();
}

const drawn = (page: Page): Promise<number> => page.getByRole('row').count();

browserTest('of ten thousand items those in sight alone are drawn, scrolled to or found', async (t, { page }) => {
  const venue = await openVenue(t);
  await openLarge(venue, page);
  t.true((await drawn(page)) < 100);

  // the time of a frame and of a letter is measured by `npm run bench pages`
  const most = await page.evaluate(async () => {
    const frame = document.querySelector('table[role=grid]')?.parentElement;
    let rows = 0;
    for (let at = 0; frame && at < 60; at += 1) {
      frame.scrollTop += 1200;
      await new Promise(requestAnimationFrame);
      rows = Math.max(rows, document.querySelectorAll('[role=row]').length);
    }
    return rows;
  });
  t.true(most < 100, `${most} rows at once`);
  await page.getByText('Позиция 1', { exact: true }).waitFor({ state: 'detached' });

  await page.keyboard.press('/');
  await page.keyboard.type('позиция 9999');
  await page.locator('table[aria-rowcount="2"]').waitFor();
  t.is(await drawn(page), 2);
});
