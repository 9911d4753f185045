import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { openAs } from '../support/panel/panel-counts.ts';
import { openVenue } from '../support/panel/venue.ts';
import { countedAt, dishOf, match, sell } from '../tenant-runtime/usage/venue.ts';

const DAY_MS = 86_400_000;
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const shown = (day: string): string => `${day.slice(8)}.${day.slice(5, 7)}`;
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

browserTest(
  'between two counts a page shows what went missing, what it cost and what it does not know; an item opens its ledger',
  async (t, { page }) => {
    // it is the past until the page opens, whose own clock is right
    let past: number | undefined = Date.parse(`${dayAgo(10)}T08:00:00Z`);
    const venue = await openVenue(t, { clock: () => new Date(past ?? Date.now()) });
    const { admin, createItem } = venue;
    const clocked = {
      admin,
      setTime: (at: string): void => {
        past = Date.parse(at);
      },
    };
    const rum = await createItem({ name: 'Ром', unit: 'л', volume_ml: 700, cost: 2000, category: 'Крепкое' });
    const gin = await createItem({ name: 'Джин', unit: 'л', volume_ml: 700, cost: 1000, category: 'Крепкое' });
    const counts = (quantities: [number, number]) => [
      [rum.id, quantities[0]] as [number, number],
      [gin.id, quantities[1]] as [number, number],
    ];
    await countedAt(clocked, `${dayAgo(10)}T09:00:00Z`, counts([7.7, 7]), { title: 'Четверг' });
    await countedAt(clocked, `${dayAgo(9)}T07:00:00Z`, counts([7, 7]), { title: 'Пятница' });
    await countedAt(clocked, `${dayAgo(6)}T07:00:00Z`, counts([5.6, 7]), { title: 'Понедельник' });
    await sell(admin, [dayAgo(9), 'Дайкири', 10, 5000], [dayAgo(9), 'Негрони', 2, 1200]);
    await match(admin, 'Дайкири', { dish_id: await dishOf(admin, 'Дайкири', [[rum.id, 50, 'мл']]) });

    await admin.post('/api/feeds').send({ kind: 'upload', name: 'Касса у входа' });
    past = undefined;
    await openAs(page, venue, admin, '/usage');
    await page.getByRole('cell', { name: /Ром/ }).waitFor();
    t.deepEqual(await seriousViolations(page), []);
    const main = plain(await page.locator('#main').innerText());
    t.regex(main, /Недостача −1 800 ₽/);
    t.regex(main, /Не выручено 9 000 ₽/);
    t.true(main.includes(`Нет продаж за ${shown(dayAgo(8))}, ${shown(dayAgo(7))}`));
    t.true(main.includes('Подключение «Касса у входа» ещё не принесло продаж'));
    t.regex(main, /Не сопоставлено 1 блюдо на 1 200 ₽/);
    t.is(await page.getByLabel('Продажи с').inputValue(), dayAgo(9));

    const trend = page.getByRole('listitem').filter({ has: page.locator('a[href*="from="]') });
    await trend.nth(1).waitFor();
    t.deepEqual(
      (await trend.allInnerTexts()).map((text) => /1 [48]00 ₽/.exec(plain(text))?.[0]),
      ['1 400 ₽', '1 800 ₽'],
    );

    await page.getByText('По категориям').click();
    await page.getByRole('cell', { name: /Крепкое/ }).waitFor();
    await page.getByText('По позициям').click();
    await page.getByRole('link', { name: 'Ром' }).click();
    await page.getByRole('heading', { name: 'Ром' }).waitFor();
    await page.getByRole('cell', { name: /Дайкири × 10/ }).waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('link', { name: 'Расход' }).first().click();
    await page.getByRole('cell', { name: /Джин/ }).waitFor();
  },
);

browserTest('before there are two counts the page says what is needed', async (t, { page }) => {
  const venue = await openVenue(t);
  await openAs(page, venue, venue.admin, '/usage');
  await page.getByText('Нужны два закрытых подсчёта').waitFor();
  t.deepEqual(await seriousViolations(page), []);
});
