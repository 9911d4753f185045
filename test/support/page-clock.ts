import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** From here on only what the test lets pass; the page's clock was installed before. */
export async function stopClock(page: Page): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    } catch (error) {
      // a machine that was busy for that second is asked again
      if (tries === 5 || !/to the past/.test(String(error))) throw error;
    }
  }
}

/** Under a stopped clock: what leads there has timers of its own, but takes hardly any time, or steps of `ms`. */
export const creepTo = (page: Page, there: Locator, ms = 1): Promise<void> =>
  until(async () => {
    await page.clock.runFor(ms);
    return (await there.count()) > 0;
  }, 'it is there');

/** From a toast's end to its leaving the page, and a little more. */
export const FADING_MS = 1_200;

/** React draws by messages, which no clock holds: until it has drawn what it was to draw. */
export const letDraw = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { port1, port2 } = new MessageChannel();
      const arrived = new Promise((resolve) => {
        port1.onmessage = resolve;
      });
      port2.postMessage(turn);
      await arrived;
    }
  });

/** A toast whose time has come leaves the page. */
export async function seeOff(page: Page, toast: Locator): Promise<void> {
  await letDraw(page);
  await page.clock.runFor(FADING_MS);
  await toast.waitFor({ state: 'detached' });
}
