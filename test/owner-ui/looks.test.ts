import type { Page } from 'playwright-core';
import { onPriceList, planOf, signInHere } from '../support/billing/billing-answers.ts';
import { browserTest, untilAnswered } from '../support/browser/browser.ts';
import { answerCalls } from '../support/owner-pages/owner-pages.ts';
import { pages, setUpOwnerPages } from '../support/owner-pages/pages.ts';

setUpOwnerPages();

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

/** A plan whose name and features have the longest words that a plan may well have. */
const plans = [
  planOf(2, 'Стартовый', { description: 'Для одного бара', features: [{ text: 'Без ограничений', order: 1 }] }),
  planOf(3, 'Профессиональный', {
    price_monthly: '129990',
    is_featured: true,
    features: [{ text: 'Автоматическое распознавание штрихкодов EAN‑13', order: 1 }],
  }),
];

async function open(page: Page, path: string): Promise<void> {
  await answerCalls(page, {
    'GET /public/plans': [200, { success: true, plans: onPriceList(plans), free: null }],
    'GET /billing/plans': [200, { success: true, plans }],
    'GET /public/stats': [200, { success: true, stats: { clientCount: 2345, productCount: 104_211 } }],
  });
  await page.goto(pages.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await untilAnswered(page);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Loads the pictures, which wait until they are scrolled to. */
const loadPictures = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (const picture of document.images) {
      picture.loading = 'eager';
      await picture.decode();
    }
  });

/** What does not fit its place, or breaks in the middle of words, one line each. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut: string[] = [];
    const note = (what: string, { tagName, textContent }: Element) =>
      cut.push(`${what}: <${tagName.toLowerCase()}> ${(textContent ?? '').trim().slice(0, 60)}`);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent ?? '';
      if (!parent?.checkVisibility() || text.trim() === '' || parent.closest('noscript, style, script')) continue;
      range.selectNodeContents(node);
      const { left, right } = range.getBoundingClientRect();
      const clipping = [];
      for (let box: Element | null = parent; box; box = box.parentElement)
        if (['hidden', 'clip'].includes(getComputedStyle(box).overflowX)) clipping.push(box.getBoundingClientRect());
      // a frame of a few pixels holds texts for screen readers alone
      if (clipping.some((frame) => frame.width < 8)) continue;
      if (left < 0 || right > innerWidth) note('beyond the screen', parent);
      if (clipping.some((frame) => right > frame.right + 1 || left < frame.left - 1)) note('cut', parent);
      if (getComputedStyle(parent).wordBreak === 'break-all') note('break-all', parent);
      for (const { index, 0: word } of text.matchAll(/\p{Lu}{2,}[-‑]\d+|[\p{L}\p{N}]{2,}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          note(`broken «${word}»`, parent);
      }
    }
    const wider = document.documentElement.scrollWidth - innerWidth;
    return wider > 0 ? [...cut, `the page is ${wider} px wider than the screen`] : cut;
  });

browserTest(
  'no word of the public pages, of signing in and of choosing a plan is cut or broken at 360 px',
  async (t, { page, another }) => {
    for (const path of ['/', '/faq', '/company-info', '/login', '/register', '/forgot-password']) {
      await open(page, path);
      t.deepEqual(await cutTexts(page), [], path);
    }
    const owner = await another();
    await signInHere(owner);
    await open(owner, '/plans');
    await owner.getByText('Профессиональный').first().waitFor();
    t.deepEqual(await cutTexts(owner), [], '/plans');
  },
  { viewport: PHONE },
);

for (const viewport of [DESK, PHONE])
  browserTest(
    `no card, frame or picture of the landing is empty, and no picture is cut (${viewport.width} px)`,
    async (t, { page }) => {
      await open(page, '/');
      await loadPictures(page);
      const pictures = await page.locator('figure img').evaluateAll((all) =>
        all.map((picture) => {
          const { width, height } = picture.getBoundingClientRect();
          const { naturalWidth, naturalHeight } = picture as HTMLImageElement;
          const frame = picture.closest('picture')?.parentElement;
          return { of: (width / height) * (naturalHeight / naturalWidth), wide: width, inside: frame?.clientWidth };
        }),
      );
      t.is(pictures.length, 4);
      for (const { of, wide, inside = 0 } of pictures) {
        t.true(Math.abs(of - 1) < 0.02, `${of} of its own proportions`);
        t.true(wide >= inside - 14, `${wide} of ${inside} px of its frame`);
      }
      const cards = await page.locator('main :is(article, li, dl > div)').allInnerTexts();
      t.true(cards.length > 15);
      t.deepEqual(
        cards.filter((text) => text.trim() === ''),
        [],
      );
    },
    { viewport },
  );

browserTest(
  '«Попробовать здесь» moves a level that is in sight, and no level falls below zero, however often it is pressed',
  async (t, { page }) => {
    await open(page, '/');
    const row = (name: string) =>
      page.getByRole('region', { name: 'Панель заведения' }).getByRole('listitem').filter({ hasText: name });
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    const shown = async (name: string) => plain(await row(name).innerText());
    const level = (name: string) =>
      row(name)
        .locator('svg rect')
        .evaluate((rect) => rect.getBoundingClientRect().top - (rect.closest('svg')?.getBoundingClientRect().top ?? 0));
    await row('Джемесон').getByText('5,3').waitFor();
    t.regex(await shown('Апероль'), /2,1 л/);
    const full = await level('Апероль');

    const tryIt = page.getByRole('link', { name: 'Попробовать здесь' });
    await tryIt.click();
    await row('Апероль').getByText('1,75').waitFor();
    t.true((await level('Апероль')) > full + 1, 'the level is lower now');
    await page.waitForFunction(() => {
      const { top, bottom } = document.getElementById('demo')?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
      return top < innerHeight && bottom > 0;
    });

    const drink = page.getByRole('button', { name: 'апероль минус 350 мл' });
    for (let pressed = 0; pressed < 8; pressed += 1) await drink.click();
    t.regex(await shown('Апероль'), /(?<![\d,])0 л/);
    t.true((await page.getByText('Апероль: осталось 0').count()) > 0, 'the bot says that no more is left');
    t.notRegex(
      plain(await page.getByRole('region', { name: 'Панель заведения' }).innerText()),
      /[−-]\d[\d,]* (л|кг|шт)/,
    );
  },
  { viewport: DESK },
);
