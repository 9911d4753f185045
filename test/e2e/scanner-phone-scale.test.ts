import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { seeded, seedFor } from '../support/run/random.ts';
import { until } from '../support/run/until.ts';
import {
  DECENT,
  decentFrame,
  NSCALE,
  nscaleFrame,
  SMARTCHEF,
  smartChefFrame,
} from '../support/scanner/emulated-scale.ts';
import {
  APEROL,
  button,
  connect,
  openWeighing,
  startScale,
  weighed,
  weighings,
} from '../support/scanner/phone-scale.ts';
import { offlineReady, openVenue, phoneSized, quantityOf, signIn } from '../support/scanner/scanner-page.ts';

const TARE = '030f000000010d';
const HEARTBEAT = '030a03ffff000a';

browserTest(
  'the phone weighs a bottle by its own scale, zeroes it, and keeps it for the next bottle',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem(APEROL);
    const started = await startScale(t, page, DECENT);
    const { scale } = started;
    await page.clock.install();
    await signIn(page, venue);
    await openWeighing(page);
    await connect(page, started);

    await scale.notify(decentFrame(800, false));
    await page.getByText('Весы колеблются').waitFor();
    t.true(await button(page, 'Записать остаток').isDisabled());
    await scale.notify(decentFrame(950));
    await weighed(page, '0,5 л');
    await page.getByText('Decent Scale, шаг 0,1 г, предел около 2 кг').waitFor();
    await button(page, 'Обнулить').click();
    await until(() => scale.commands.includes(TARE), 'the scale was told to zero');
    await until(() => scale.commands.includes(HEARTBEAT), 'the scale was kept awake');
    await button(page, 'Записать остаток').click();
    await page.getByText('Записано:').first().waitFor();
    await until(async () => (await quantityOf(venue, item.id)) === 0.5, 'the weight is the new stock');
    t.is(await weighings(venue, item.id), 1);

    await button(page, 'Взвесить').click();
    await button(page, 'Обнулить').waitFor();
    await scale.notify(decentFrame(850));
    await weighed(page, '0,4 л');
    t.deepEqual(await seriousViolations(page), []);

    // a minute after the screen was left the scale is let go, and it comes back without the dialog
    await page.goBack();
    await button(page, 'Взвесить').waitFor();
    await page.clock.fastForward('01:01');
    await button(page, 'Взвесить').click();
    await scale.subscribed(2);
    await scale.notify(decentFrame(750));
    await weighed(page, '0,3 л');
    t.pass();
  },
  phoneSized,
);

browserTest(
  'a scale that shows millilitres is asked for grams, and without a connection to the venue the weight waits',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem(APEROL);
    const link = await startLink(t, venue.url);
    const started = await startScale(t, page, NSCALE);
    const { scale } = started;
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    await openWeighing(page);
    await link.cut();
    await connect(page, started);

    await scale.notify(nscaleFrame(950, 'ml'));
    await page.getByText('Переключите их на граммы').waitFor();
    t.true(await button(page, 'Записать остаток').isDisabled());
    await scale.notify(nscaleFrame(950));
    await weighed(page, '0,5 л');
    await page.getByText('Переключите их на граммы').waitFor({ state: 'detached' });
    await button(page, 'Записать остаток').click();
    await page.getByText('Записано:').first().waitFor();
    t.is(await quantityOf(venue, item.id), 1);

    await link.mend();
    await page.reload();
    await until(async () => (await quantityOf(venue, item.id)) === 0.5, 'the weight is sent later');
    t.is(await weighings(venue, item.id), 1);
  },
  phoneSized,
);

/** The scale shows the weight until it counts as one at rest. */
async function rest(scale: Awaited<ReturnType<typeof startScale>>['scale'], weightG: number): Promise<void> {
  for (let n = 0; n < 5; n += 1) await scale.notify(smartChefFrame(weightG));
}

browserTest(
  'a scale that does not say its unit is read once the person has said that it shows grams, once',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem(APEROL);
    const started = await startScale(t, page, SMARTCHEF);
    const { scale } = started;
    await page.clock.install();
    await signIn(page, venue);
    await openWeighing(page);
    await connect(page, started);
    const question = page.getByText('Весы показывают граммы?');
    await question.waitFor();
    await rest(scale, 950);
    t.is(await page.getByText('На весах', { exact: true }).count(), 0, 'no reading is used');
    t.true(await button(page, 'Записать остаток').isDisabled());
    await button(page, 'Нет').click();
    await page.getByRole('alert').getByText('Переключите их на граммы').waitFor();
    await rest(scale, 950);
    t.true(await button(page, 'Записать остаток').isDisabled());
    t.deepEqual(await seriousViolations(page), []);
    await scale.cut();
    await scale.subscribed(2);
    await question.waitFor();
    await page.getByText('Переключите их на граммы').waitFor({ state: 'detached' });

    await rest(scale, 950);
    await button(page, 'Да, граммы').click();
    await weighed(page, '0,5 л');
    t.is(await question.count(), 0);
    await scale.cut();
    await scale.subscribed(3);
    await rest(scale, 850);
    await weighed(page, '0,4 л');
    // let go a minute after the screen was left, it comes back with the answer that was kept
    await page.goBack();
    await button(page, 'Взвесить').waitFor();
    await page.clock.fastForward('01:01');
    await button(page, 'Взвесить').click();
    await scale.subscribed(4);
    await rest(scale, 750);
    await weighed(page, '0,3 л');
    t.is(await question.count(), 0, 'the answer is kept for this device');
  },
  phoneSized,
);

browserTest(
  'a connection lost ten times at random loses no weight and doubles none',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem(APEROL);
    const started = await startScale(t, page, DECENT);
    const { scale } = started;
    await signIn(page, venue);
    await openWeighing(page);
    await connect(page, started);
    const random = seeded(seedFor('lost connections'));
    let connections = 1;
    for (let n = 0; n < 10; n += 1) {
      const grams = 1100 - n * 50;
      const frames = [decentFrame(grams / 2, false), decentFrame(grams - 3, false), decentFrame(grams)];
      const lostAfter = Math.floor(random() * (frames.length + 1));
      for (const frame of frames.slice(0, lostAfter)) await scale.notify(frame);
      await scale.cut();
      connections += 1;
      await scale.subscribed(connections);
      await page.getByText('Поставьте бутылку на весы').waitFor();
      t.true(await button(page, 'Записать остаток').isDisabled(), 'what was shown last is not taken');
      for (const frame of frames) await scale.notify(frame);
      await button(page, 'Записать остаток').click();
      await until(async () => (await weighings(venue, item.id)) === n + 1, `weight ${n + 1} is recorded`);
      await button(page, 'Взвесить').click();
    }
    t.is(await quantityOf(venue, item.id), 0.2);
    t.is(await weighings(venue, item.id), 10);
  },
  phoneSized,
);

/** Counts the locks that keep the screen on. */
function countLocks(): void {
  Reflect.set(window, 'locks', 0);
  const count = (more: number) => Reflect.set(window, 'locks', Reflect.get(window, 'locks') + more);
  navigator.wakeLock.request = async () => {
    count(1);
    const lock = { type: 'screen' as const, released: false, onrelease: null };
    async function release(this: { released: boolean }): Promise<void> {
      if (!this.released) count(-1);
      this.released = true;
    }
    return Object.assign(new EventTarget(), lock, { release });
  };
}

browserTest(
  'the screen stays on untouched while the phone has a scale, and only then',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem(APEROL);
    const started = await startScale(t, page, DECENT);
    await page.addInitScript(countLocks);
    await page.clock.install();
    await signIn(page, venue);
    await openWeighing(page);
    const locks = (): Promise<number> => page.evaluate(() => Reflect.get(window, 'locks'));
    await until(async () => (await locks()) === 1, 'the scanner in use keeps the screen on');
    await page.clock.fastForward('06:00');
    await until(async () => (await locks()) === 0, 'a phone that nobody touches may sleep');

    await connect(page, started);
    await button(page, 'Обнулить').waitFor();
    await page.clock.fastForward('06:00');
    await until(async () => (await locks()) === 1, 'the scale keeps the screen on');
    await page.goBack();
    await page.clock.fastForward('06:00');
    await until(async () => (await locks()) === 0, 'the scale was let go');
    t.pass();
  },
  phoneSized,
);
