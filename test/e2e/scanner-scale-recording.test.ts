import { readFile } from 'node:fs/promises';
import { parseRecording } from '@ostatok/kit/scales/read-recording.ts';
import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { stopClock } from '../support/browser/page-clock.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { until } from '../support/run/until.ts';
import { answerDialog, type EmulatedKind, NSCALE, nscaleFrame } from '../support/scanner/emulated-scale.ts';
import { APEROL, button, openWeighing, startScale } from '../support/scanner/phone-scale.ts';
import { offlineReady, openVenue, phoneSized, signIn } from '../support/scanner/scanner-page.ts';

/** A scale whose name no model knows, though it speaks as one that we know. */
const UNKNOWN: EmulatedKind = { ...NSCALE, name: 'Mystery 5' };

/** Chooses a scale that the scanner does not know and begins to record it. */
async function beginRecording(page: Page, { dialogs, scale }: Awaited<ReturnType<typeof startScale>>): Promise<void> {
  const chosen = answerDialog(dialogs, 'choose');
  await button(page, 'Подключить весы').click();
  await chosen;
  await button(page, 'Записать, что они говорят').click();
  await scale.subscribed();
  await page.getByRole('timer').waitFor();
}

/** Lets the page's seconds pass until the grams are asked for. */
async function tenSeconds(page: Page) {
  const grams = page.getByLabel('Сколько граммов на дисплее весов');
  await until(async () => {
    await page.clock.fastForward(1000);
    return grams.isVisible();
  }, 'the recording is over');
  return grams;
}

browserTest(
  'what an unknown scale says is recorded for ten seconds and saved with the grams of its display',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem(APEROL);
    const link = await startLink(t, venue.url);
    const started = await startScale(t, page, UNKNOWN);
    const { scale } = started;
    await page.clock.install();
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    await openWeighing(page);
    await link.cut();
    await beginRecording(page, started);
    await stopClock(page);
    await scale.notify(nscaleFrame(0));
    await page.clock.fastForward(1000);
    for (let n = 0; n < 3; n += 1) await scale.notify(nscaleFrame(950));
    const grams = await tenSeconds(page);
    await page.clock.resume();
    t.deepEqual(await seriousViolations(page), []);

    await grams.fill('много');
    await button(page, 'Сохранить файл').click();
    await page.getByText('Введите граммы числом').waitFor();
    await grams.fill('950,4');
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Сохранить файл').click()]);
    t.regex(download.suggestedFilename(), /^ostatok-scale-Mystery-5-\d{4}-\d\d-\d\d\.txt$/);
    const text = await readFile(await download.path(), 'utf8');
    const recording = parseRecording(text);
    t.like(recording, { weightG: 950.4, scale: { name: 'Mystery 5', services: ['ffb0'] } });
    t.true(recording.scale.characteristics[0]?.properties.includes('notify'));
    t.deepEqual(
      recording.frames.map(({ from, bytes }) => [from, Buffer.from(bytes).toString('hex')]),
      [nscaleFrame(0), nscaleFrame(950), nscaleFrame(950), nscaleFrame(950)].map((hex) => ['ffb2', hex]),
    );
    t.false(/09:09:09|"id"/i.test(text), 'nothing of the device but its name');
  },
  phoneSized,
);

browserTest(
  'a connection lost while recording keeps what was received, and a scale that says nothing is told',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem(APEROL);
    const started = await startScale(t, page, UNKNOWN);
    const { scale } = started;
    await page.addInitScript(() => {
      navigator.canShare = () => true;
      navigator.share = async (given) => {
        Reflect.set(window, 'shared', await given?.files?.[0]?.text());
      };
    });
    await page.clock.install();
    await signIn(page, venue);
    await openWeighing(page);
    await beginRecording(page, started);
    await until(async () => {
      await page.clock.fastForward(1000);
      return page.getByText('Весы ничего не сказали').isVisible();
    }, 'silence is told');

    await button(page, 'Записать, что они говорят').click();
    await scale.subscribed(2);
    await page.getByRole('timer').waitFor();
    await scale.notify(nscaleFrame(480));
    await scale.cut();
    await page.getByText('Связь с весами пропала раньше времени').waitFor();
    await page.getByLabel('Сколько граммов на дисплее весов').fill('480');
    await button(page, 'Отправить файл').click();
    await until(() => page.evaluate(() => typeof Reflect.get(window, 'shared') === 'string'), 'the file is shared');
    const { frames, weightG } = parseRecording(await page.evaluate(() => Reflect.get(window, 'shared')));
    t.like({ frames: frames.length, weightG }, { frames: 1, weightG: 480 });
  },
  phoneSized,
);
