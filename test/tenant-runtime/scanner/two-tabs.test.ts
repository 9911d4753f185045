import { browserTest } from '../../support/browser/browser.ts';
import { startLink } from '../../support/network/cuttable-link.ts';
import {
  offlineReady,
  openItem,
  openVenue,
  phoneSized,
  signIn,
  typeAndRecord,
} from '../../support/scanner/scanner-page.ts';
import { closed, move, opened } from '../counting.ts';

browserTest(
  'a tab shows what another tab has sent and read: quantities, a count that was opened, one that was closed',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Белуга', quantity: 9 });
    const link = await startLink(t, venue.url);
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    const second = await page.context().newPage();
    await second.goto(`${link.url}/scan/`);
    await second.getByRole('navigation', { name: 'Разделы' }).waitFor();
    const field = page.getByLabel('Штрихкод или название');
    const quantityShown = (text: string) =>
      page
        .getByRole('button', { name: /Белуга/ })
        .getByText(text)
        .waitFor();
    await field.fill('белуга');
    await quantityShown('9 л');

    await link.cut();
    await openItem(second, 'белуга', /Белуга/);
    await typeAndRecord(second, '1');
    await page.getByTestId('queue').getByText('В очереди 1 запись').waitFor();
    await link.mend();
    await page.getByTestId('queue').waitFor({ state: 'detached' });
    await quantityShown('8 л');

    await page.getByRole('button', { name: 'Подсчёт' }).click();
    await page.getByText('Открытых подсчётов нет').waitFor();
    const { id } = await opened(venue.admin, { title: 'Ночной' });
    await move(venue.admin, item.id, { delta: 5 });
    await second.reload();
    await page.getByRole('button', { name: /Ночной/ }).click();
    await page.getByRole('button', { name: 'Выйти из подсчёта' }).waitFor();
    await page.getByRole('button', { name: 'Считать' }).click();
    await field.fill('белуга');
    await quantityShown('13 л');

    await page.getByRole('button', { name: 'Идёт подсчёт' }).click();
    await closed(venue.admin, id);
    await second.reload();
    await page.getByText('Открытых подсчётов нет').waitFor();
    t.pass();
  },
  phoneSized,
);
