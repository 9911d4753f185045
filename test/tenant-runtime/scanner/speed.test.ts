import { browserTest } from '../../support/browser/browser.ts';
import { openVenue, phoneSized, signIn } from '../../support/scanner/scanner-page.ts';

const ITEMS = 10_000;

// the delay after a key is measured by `npm run bench pages`
browserTest(
  'among ten thousand items a search shows the few that fit, whatever is typed',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.db.raw(
      `insert into items (name, search_name, category, unit, quantity)
       select kind || ' номер ' || n, lower(kind || ' номер ' || n), kind, 'л', n / 1000.0
         from generate_series(1, ?) n
         join lateral (select (array['Виски', 'Джин', 'Ром', 'Вино', 'Пиво'])[n % 5 + 1] as kind) k on true`,
      [ITEMS],
    );
    await signIn(page, venue);
    await page.getByRole('button', { name: 'Ещё' }).click();
    await page.getByText(String(ITEMS), { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Назад' }).click();
    const field = page.getByLabel('Штрихкод или название');
    for (const [typed, found] of [
      ['в', /^(Виски|Вино)/],
      ['виски', /^Виски/],
      ['пиво 9999', /^Пиво номер 9999/],
    ] as const) {
      await field.fill(typed);
      await page.getByRole('listitem').first().getByText(found).first().waitFor();
      t.true((await page.getByRole('listitem').count()) < 100, typed);
    }
  },
  phoneSized,
);
