import type { Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** From here on only what the test lets pass; the page's clock was installed before. */
export const stopClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);

/** Under a stopped clock: what leads there has timers of its own, but takes hardly any time. */
export const creepTo = (page: Page, there: Locator): Promise<void> =>
  until(async () => {
    await page.clock.runFor(1);
    return (await there.count()) > 0;
  }, 'it is there');

/** From a toast's end to its leaving the page. */
export const FADING_MS = 1_000;
