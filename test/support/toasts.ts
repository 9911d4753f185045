import type { BrowserContext, Page } from 'playwright-core';
import { until } from './until.ts';

/** What each page's toasts have said and no test has looked for yet. */
const unheard = new WeakMap<Page, string[]>();

const NOTE = 'noteToast';
const TOASTS = '[data-rht-toaster] :is([role=status], [role=alert])';

/** In the page: tells of each toast as it comes, and again when it says something else. */
function watchToasts([note, toasts]: readonly [string, string]): void {
  const told = new WeakMap<Element, string>();
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll(toasts)) {
      const text = toast.textContent ?? '';
      if (text === '' || told.get(toast) === text) continue;
      told.set(toast, text);
      (window as unknown as Record<string, (said: string) => void>)[note]?.(text);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Toasts leave by themselves, also while a busy machine keeps a test from looking: from here on they are noted. */
export async function noteToasts(context: BrowserContext): Promise<void> {
  await context.exposeBinding(NOTE, ({ page }, text: string) => {
    unheard.set(page, [...(unheard.get(page) ?? []), text]);
  });
  await context.addInitScript(watchToasts, [NOTE, TOASTS] as const);
}

/** Takes it out of what is noted, so that the next one is looked for anew. */
function takeNote(page: Page, text: string): boolean {
  const said = unheard.get(page) ?? [];
  const at = said.findIndex((one) => one.includes(text));
  if (at !== -1) unheard.set(page, said.toSpliced(at, 1));
  return at !== -1;
}

/** Until a toast has said it, be it gone again by now. A mistake that is made again while its toast is there makes no new one. */
export const toast = (page: Page, text: string): Promise<void> =>
  until(async () => {
    if (takeNote(page, text)) return true;
    const isShown = await page.locator(TOASTS).filter({ hasText: text }).first().isVisible();
    return isShown && (takeNote(page, text) || true);
  }, `a toast «${text}»`);
