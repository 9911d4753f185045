import type { BrowserContext, Page } from 'playwright-core';
import { until } from '../run/until.ts';

/** The texts of each page's toasts that no test has asserted yet. */
const unheard = new WeakMap<Page, string[]>();

const NOTE = 'noteToast';
const TOASTS = '[data-rht-toaster] :is([role=status], [role=alert])';

/** Runs in the page: reports each toast as it appears, and again when its text changes. */
function watchToasts([note, toasts]: readonly [string, string]): void {
  const seen = new WeakMap<Element, string>();
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll(toasts)) {
      const text = toast.textContent ?? '';
      if (text === '' || seen.get(toast) === text) continue;
      seen.set(toast, text);
      const noted: ((said: string) => void) | undefined = Reflect.get(window, note);
      noted?.(text);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Records toasts from now on: they disappear by themselves, even while a busy machine delays the test. */
export async function noteToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding(NOTE, ({ page }, text: string) => {
    unheard.set(page, [...(unheard.get(page) ?? []), text]);
  });
  await context.addInitScript(watchToasts, [NOTE, TOASTS] as const);
}

/** Removes a recorded toast, so that the next one is awaited anew. */
function takeNote(page: Page, text: string): boolean {
  const said = unheard.get(page) ?? [];
  const at = said.findIndex((one) => one.includes(text));
  if (at !== -1) unheard.set(page, said.toSpliced(at, 1));
  return at !== -1;
}

/**
 * Waits until a toast has shown the text, even if it is gone by now. A repeated error makes no new toast while the
 * first is shown.
 */
export const toast = (page: Page, text: string): Promise<void> =>
  until(async () => {
    if (takeNote(page, text)) return true;
    const isShown = await page.locator(TOASTS).filter({ hasText: text }).first().isVisible();
    return isShown && (takeNote(page, text) || true);
  }, `a toast «${text}»`);
