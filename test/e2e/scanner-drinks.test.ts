import type { Page } from 'playwright-core';
import { browserTest } from '../support/browser/browser.ts';
import { codeOf } from '../support/catalogue/alias-imports.ts';
import { openDrinksSite, untilDrinks } from '../support/scanner/drinks-site.ts';
import { offlineReady, phoneSized, shootCode, signIn } from '../support/scanner/scanner-page.ts';

const [RUM, GIN] = [codeOf(1), codeOf(2)];
const rum = { ean: RUM, description: 'Ром Zacapa 23', category: 'Ром', volume_ml: 700 };
const gin = { ean: GIN, description: 'Джин Roku', category: 'Джин', volume_ml: 700 };

async function openSite(t: Parameters<typeof openDrinksSite>[0], page: Page) {
  const site = await openDrinksSite(t);
  const [rumRow, ginRow] = [await site.catalogue.create(site.admin, rum), await site.catalogue.create(site.admin, gin)];
  await site.build();
  return {
    ...site,
    ids: { rum: rumRow.id, gin: ginRow.id },
    async open(): Promise<void> {
      await signIn(page, site.venue, { url: site.url });
      await offlineReady(page);
    },
  };
}

browserTest(
  'an unknown bottle is named without a connection, and by its newer name after the next changes',
  async (t, { page }) => {
    const site = await openSite(t, page);
    await site.open();
    await untilDrinks(page, 'the extract is on the phone', ({ rows }) => rows === 2);

    await site.link.cut();
    await page.reload();
    await page.getByLabel('Штрихкод или название').waitFor();
    await shootCode(page, RUM);
    await page.getByText('Ром Zacapa 23: такой позиции в заведении ещё нет. Связи нет, записать можно и так').waitFor();
    await page.getByRole('button', { name: 'Добавить как новый' }).click();
    await page.getByText('Название найдено в общем каталоге. Проверьте и сохраните').waitFor();
    t.is(await page.getByLabel('Название').inputValue(), 'Ром Zacapa 23');
    t.is(await page.getByLabel('Объём бутылки, мл').inputValue(), '700');
    await page.goBack();

    await site.link.mend();
    await site.catalogue.update(site.admin, site.ids.rum, { ...rum, description: 'Ром Zacapa XO' });
    await site.catalogue.remove(site.admin, site.ids.gin);
    await site.build();
    const asked = site.asked.length;
    await untilDrinks(page, 'the changes are on the phone', ({ rows }) => rows === 1);
    t.is(site.asked.length, asked + 1, 'the whole is not taken again');

    await site.link.cut();
    await page.reload();
    await page.getByLabel('Штрихкод или название').waitFor();
    await shootCode(page, RUM);
    await page.getByText('Ром Zacapa XO: такой позиции').waitFor();
    await shootCode(page, GIN);
    await page.getByText(`Код ${GIN} не знаком`).waitFor();
  },
  phoneSized,
);

browserTest(
  'a download that breaks off leaves what was there, is not repeated at once, and succeeds the next time',
  async (t, { page }) => {
    const site = await openSite(t, page);
    site.breakDownloads(true);
    await site.open();
    const failed = await untilDrinks(page, 'a download was tried', ({ nextAt }) => nextAt > 0);
    t.is(failed.version, undefined);
    site.breakDownloads(false);
    const before = site.asked.length;
    await page.reload();
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
    await page.getByRole('button', { name: 'Ещё', exact: true }).click();
    await page.getByText('справочник ещё не загружен').waitFor();
    t.is(site.asked.length, before);

    await untilDrinks(page, 'the extract is on the phone', ({ version }) => version !== undefined);
    await page.reload();
    await page.locator('dt:has-text("Напитков узнаёт без связи") + dd', { hasText: /^2$/ }).waitFor();
  },
  phoneSized,
);
