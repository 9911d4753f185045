import { browserTest } from '../support/browser/browser.ts';
import { answerDialog, emulateBluetooth, NSCALE } from '../support/scanner/emulated-scale.ts';
import { APEROL, button, openWeighing, startScale } from '../support/scanner/phone-scale.ts';
import { openItem, openVenue, phoneSized, signIn } from '../support/scanner/scanner-page.ts';

browserTest(
  'a closed dialog says nothing, and an unknown scale and one held elsewhere are told in words',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem(APEROL);
    const started = await startScale(t, page, { ...NSCALE, name: 'JBL Flip' });
    const { dialogs, scale } = started;
    await signIn(page, venue);
    await openWeighing(page);
    const closed = answerDialog(dialogs, 'close');
    await button(page, 'Подключить весы').click();
    await closed;
    t.is(await page.getByRole('alert').count(), 0);

    scale.setReachable(false);
    const chosen = answerDialog(dialogs, 'choose');
    await button(page, 'Подключить весы').click();
    await chosen;
    await page.getByText('Не удалось подключиться').waitFor();
    await page.getByText('Закройте приложение весов').waitFor();
    scale.setReachable(true);
    await page.getByText('Этих весов сканер не знает').waitFor();
    await button(page, 'Подключить весы').waitFor();
  },
  phoneSized,
);

browserTest(
  'a scale that only broadcasts is told to need the bridge',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem(APEROL);
    const { dialogs } = await startScale(t, page, { ...NSCALE, name: 'SC02' });
    await signIn(page, venue);
    await openWeighing(page);
    const chosen = answerDialog(dialogs, 'choose');
    await button(page, 'Подключить весы').click();
    await chosen;
    await page.getByText('Нужен мост на компьютере').waitFor();
    t.pass();
  },
  phoneSized,
);

browserTest(
  'a phone whose Bluetooth is off is told so',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem(APEROL);
    await emulateBluetooth(t, page, 'absent');
    await signIn(page, venue);
    await openWeighing(page);
    await button(page, 'Подключить весы').click();
    await page.getByText('Bluetooth выключен').waitFor();
    t.pass();
  },
  phoneSized,
);

browserTest(
  'a browser without Bluetooth says why, and what connects the scale instead',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem(APEROL);
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'bluetooth', { value: undefined });
      Object.defineProperty(Navigator.prototype, 'userAgent', { value: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' });
    });
    await signIn(page, venue);
    await openItem(page, 'апер', /Апероль/);
    await button(page, 'Взвесить').click();
    await page.getByText('iPhone не даёт сайтам Bluetooth. Весы подключит мост на компьютере').waitFor();
    t.is(await button(page, 'Подключить весы').count(), 0);
  },
  phoneSized,
);
