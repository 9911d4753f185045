import type { Locator, Page } from 'playwright-core';
import { until } from '../run/until.ts';

/** Stops the page's clock, which was installed before: from now on only the test moves it. */
export async function stopClock(page: Page): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    } catch (error) {
      // retried when the machine was busy for that second
      if (tries === 5 || !/to the past/.test(String(error))) throw error;
    }
  }
}

/**
 * Advances a stopped clock in steps of `ms` until the element appears: what leads to it uses timers, but takes hardly
 * any time.
 */
export const creepTo = (page: Page, there: Locator, ms = 1): Promise<void> =>
  until(async () => {
    await page.clock.runFor(ms);
    return (await there.count()) > 0;
  }, 'it is there');

/** The time from a toast's end to its removal from the page, and a little more. */
export const FADING_MS = 1_200;

/** React schedules rendering by messages, which no clock holds back: waits until it has rendered. */
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

/** Lets an expired toast leave the page. */
export async function seeOff(page: Page, toast: Locator): Promise<void> {
  await letDraw(page);
  await page.clock.runFor(FADING_MS);
  await toast.waitFor({ state: 'detached' });
}
