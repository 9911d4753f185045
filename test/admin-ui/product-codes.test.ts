import { openBottles } from '../support/admin-pages/admin-bottle-pages.ts';
import { gtinOf } from '../support/admin-pages/admin-bottles.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { until } from '../support/run/until.ts';

browserTest(
  'an alias shows all codes of its product with their counts; one is added once its name is seen, one is separated',
  async (t, { page }) => {
    const { pages, aliases } = await openBottles(t, page, '/aliases/2');
    const [, main, box] = aliases.data;
    Object.assign(box ?? {}, { product_id: main?.id, product_ean: main?.ean, pack: 12 });
    await page.reload();
    const section = page.getByRole('region', { name: 'Коды товара' });
    const row = (code: string) => section.getByRole('row').filter({ hasText: code });
    await row(gtinOf(2)).getByText('основной').waitFor();
    await row(gtinOf(3)).getByText('ящик 12').waitFor();
    await page.getByRole('row').filter({ hasText: 'ящик 12 · Бутылка 3' }).first().waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await section.getByRole('button', { name: 'Добавить код' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ещё один код товара' });
    const code = dialog.getByLabel('Штрихкод');
    await code.fill(gtinOf(88));
    await dialog.getByText('Такого кода в каталоге нет: он добавится').waitFor();
    await code.fill(gtinOf(3));
    await dialog.getByText(`Это код товара ${gtinOf(2)}`).waitFor();
    await code.fill(gtinOf(4));
    await dialog.getByText('В каталоге это «Бутылка 4»: станет кодом этого товара').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await dialog.getByLabel('В упаковке, бутылок').fill('0');
    await dialog.getByRole('button', { name: 'Добавить' }).click();
    await dialog.getByText('В упаковке — целое число от 1 до 1000').waitFor();
    await dialog.getByLabel('В упаковке, бутылок').fill('6');
    const taken = 'У этого кода есть свои коды товара. Сначала отделите их';
    pages.answers['POST /admin/aliases/2/codes'] = [409, { success: false, error: taken, code: 'code_has_codes' }];
    await dialog.getByRole('button', { name: 'Добавить' }).click();
    await page.getByText(taken).waitFor();
    pages.answers['POST /admin/aliases/2/codes'] = [201, { success: true, alias: { ...aliases.data[3], pack: 6 } }];
    await dialog.getByRole('button', { name: 'Добавить' }).click();
    await page.getByText('Код добавлен: ящик 6').waitFor();
    t.deepEqual(pages.of('POST /admin/aliases/2/codes').at(-1)?.body, {
      ean: gtinOf(4),
      pack: 6,
      revision: aliases.data[3]?.revision,
    });

    pages.answers['POST /admin/aliases/3/separate'] = [200, { success: true, alias: null, revision: 1 }];
    await section.getByRole('button', { name: `Отделить ${gtinOf(3)}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Отделить' }).click();
    await page.getByText('Код отделён').waitFor();
    await until(() => pages.of('POST /admin/aliases/3/separate').length === 1, 'it was separated');
  },
  desktop,
);
