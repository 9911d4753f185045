import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Waits until animations end, except endless ones, since colours change during a transition. It also waits for some
 * frames in which no animation starts: a page may need some before it follows a change of theme.
 */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let still = 0; still < 8; still += 1) {
      await nextFrame();
      const passing = document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
      if (passing.length === 0) continue;
      still = 0;
      await Promise.allSettled(passing.map(({ finished }) => finished));
    }
  });
}

/** Keeps toasts opaque: axe would read the colours of a toast that fades out meanwhile. */
const STEADY_TOASTS = `
  [data-rht-toaster] * { animation: none !important; transition: none !important }
  .MuiSnackbar-root > * { opacity: 1 !important; transition: none !important }`;

/** Runs `read` with toasts drawn as they are between appearing and fading. */
async function withSteadyToasts<T>(page: Page, read: () => Promise<T>): Promise<T> {
  const before = await page.evaluateHandle((css) => {
    const sheets = [...document.adoptedStyleSheets];
    const steady = new CSSStyleSheet();
    steady.replaceSync(css);
    document.adoptedStyleSheets = [...sheets, steady];
    return sheets;
  }, STEADY_TOASTS);
  try {
    return await read();
  } finally {
    await page.evaluate((sheets) => {
      document.adoptedStyleSheets = sheets;
    }, before);
  }
}

interface AxeOptions {
  /** Allows frames of others, which axe does not look into. */
  framesOfOthers?: boolean;
  /** Instead of all of axe's rules. */
  rules?: string[];
}

/** Without its comments: each page reads it anew, which takes as long as the rules themselves. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose outcome depends on colours, the only ones that another colour scheme can break. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * The serious and critical violations that axe finds on the page now, one line each. It does not look into frames, so a
 * page may only have sandboxed ones, or frames of others where the caller allows it.
 */
export async function seriousViolations(
  page: Page,
  { framesOfOthers = false, rules }: AxeOptions = {},
): Promise<string[]> {
  await comeToRest(page);
  const unseen = framesOfOthers ? 0 : await page.locator('iframe:not([sandbox])').count();
  if (unseen > 0) throw new Error('axe would not look into this frame');
  // axe would wait for ever for a frame that may not run scripts
  const axe = new AxeBuilder({ page, axeSource }).exclude('iframe[sandbox]').options({
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
  });
  // within the page itself: with results in a blank page of its own, axe takes five times the processor time
  const { violations } = await withSteadyToasts(page, () => axe.setLegacyMode().analyze());
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} — ${node.failureSummary ?? ''}`));
}

/**
 * The page's violations in the light scheme, in which the page has to be now, and then of its colours in the dark one;
 * leaves it in the light one.
 */
export async function violationsInBothSchemes(page: Page, options: AxeOptions = {}): Promise<string[]> {
  const light = await seriousViolations(page, options);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await seriousViolations(page, { ...options, rules: OF_COLOURS });
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((line) => `dark: ${line}`)];
}
