import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { letDraw } from '../support/browser/page-clock.ts';
import { answerCalls } from '../support/owner-pages/owner-pages.ts';
import { pages, setUpOwnerPages } from '../support/owner-pages/pages.ts';

setUpOwnerPages();

const DELAY_MS = 1000;
const PHONE = { width: 360, height: 740 };
const NOON = new Date('2026-03-04T09:00:00Z');

const stored = {
  token: 'x.e30.x',
  refreshToken: 'y',
  user: '{"id":7}',
  rememberMe: 'true',
  'draft of something': 'x',
  cookieOfOurs: '1',
  Cookie: 'another letter',
};

const banner = (page: Page) => page.getByRole('region', { name: 'Согласие на cookie' });
const kept = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>);

async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(pages.url + path);
  await page.waitForFunction(() => {
    const drawn = document.getElementById('root')?.firstElementChild;
    return drawn && Object.keys(drawn).some((key) => key.startsWith('__reactFiber'));
  });
}

/** Opens a page at a fixed hour, with entries in the storage. */
async function openAtNoon(page: Page, path = '/'): Promise<void> {
  await page.clock.install({ time: NOON });
  await answerCalls(page, {});
  await page.goto(`${pages.url}/favicon.svg`);
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
  }, stored);
  await arrive(page, path);
}

const unasked = { askAboutCookies: true };

browserTest(
  'the question comes a second after the page; accepting is stored with its date and takes nothing',
  async (t, { page }) => {
    await openAtNoon(page);
    const from = await page.evaluate(() => Date.now());
    await page.clock.runFor(DELAY_MS);
    await banner(page).waitFor();
    t.false(await page.getByRole('button', { name: 'Закрыть', exact: true }).isVisible());
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Принять' }).click();
    await banner(page).waitFor({ state: 'detached' });
    const { cookieConsent, cookieConsentDate = '', ...rest } = await kept(page);
    t.is(cookieConsent, 'accepted');
    t.true(Date.parse(cookieConsentDate) >= from);
    t.deepEqual(rest, stored);
  },
  unasked,
);

browserTest(
  'it has not come a moment before',
  async (t, { page }) => {
    await page.clock.install({ time: NOON });
    await answerCalls(page, {});
    await page.clock.pauseAt(new Date(NOON.getTime() + 60_000));
    await arrive(page, '/');
    await letDraw(page);
    await page.clock.runFor(DELAY_MS - 1);
    t.is(await banner(page).count(), 0);
    await page.clock.runFor(2);
    await banner(page).waitFor();
  },
  unasked,
);

browserTest(
  'only what is necessary: all else goes, the sign-in and our answers about cookies stay',
  async (t, { page }) => {
    await openAtNoon(page, '/faq');
    await page.clock.runFor(DELAY_MS);
    await page.getByRole('button', { name: 'Только необходимые' }).click();
    const { cookieConsentDate, ...rest } = await kept(page);
    t.truthy(cookieConsentDate);
    const { token, refreshToken, user, cookieOfOurs } = stored;
    t.deepEqual(rest, { token, refreshToken, user, cookieOfOurs, cookieConsent: 'declined' });
    await page.reload();
    await page.clock.runFor(DELAY_MS * 3);
    t.is(await banner(page).count(), 0);
    await page.getByRole('link', { name: 'Мои заведения' }).waitFor();
  },
  unasked,
);

browserTest(
  'on a phone closing it is a refusal, in the rooms as well',
  async (t, { page }) => {
    await openAtNoon(page, '/verify-email');
    await page.clock.runFor(DELAY_MS);
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Закрыть', exact: true }).click();
    await banner(page).waitFor({ state: 'detached' });
    const { cookieConsent, rememberMe } = await kept(page);
    t.is(cookieConsent, 'declined');
    t.is(rememberMe, undefined);
  },
  { ...unasked, viewport: PHONE },
);

browserTest(
  'whoever has not answered is asked on every page',
  async (t, { page }) => {
    await openAtNoon(page);
    for (const path of ['/', '/terms', '/privacy', '/faq', '/company-info', '/verify-email', '/profile', '/plans']) {
      await arrive(page, path);
      await page.clock.runFor(DELAY_MS);
      await banner(page).waitFor();
      t.is(new URL(page.url()).pathname, path);
    }
  },
  unasked,
);
