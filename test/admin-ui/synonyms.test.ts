import { filterOf, openPanel, row, sortsBy } from '../support/admin-pages/admin-list.ts';
import { FEW } from '../support/admin-pages/admin-pages.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { until } from '../support/run/until.ts';

const PATH = '/admin/aliases/synonyms';

const synonym = (id: number, name: string, description: string, more: object = {}) => ({
  id,
  name,
  description,
  alias_id: 100 + id,
  ean: `460000000000${id}`,
  owners: id + 2,
  status: 'pending',
  decided_by: null as string | null,
  decided_at: null as string | null,
  created_at: `2026-11-0${id}T10:00:00Z`,
  ...more,
});

browserTest(
  'names that owners share are listed, approved several at once, and put back by the toast',
  async (t, { page }) => {
    const { pages, tables } = await openPanel(t, page, '/users', FEW);
    const data = [
      synonym(1, 'ЯП', 'Ликёр Jagermeister'),
      synonym(2, 'джек', 'Виски Jack Daniels'),
      synonym(3, 'апероль спритц', 'Аперитив Aperol', { status: 'rejected' }),
    ];
    tables.all.push({ path: 'aliases/synonyms', rows: 'synonyms', row: 'synonym', data });
    for (const one of data)
      pages.answers[`PUT ${PATH}/${one.id}/status`] = ({ body }) => {
        Object.assign(one, body);
        return [200, { success: true, synonym: one }];
      };
    await page.goto(`${pages.url}/admin/aliases/proposals`);
    await page.getByRole('link', { name: 'Как называют товары' }).click();
    await row(page, 'ЯП').getByText('3 владельца').waitFor();
    t.deepEqual(filterOf(pages, `GET ${PATH}`), { status: 'pending' });
    t.is(await row(page, 'апероль').count(), 0);
    t.deepEqual(await seriousViolations(page), []);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/synonyms.png` });

    await page.getByRole('checkbox', { name: 'ЯП' }).check();
    await page.getByRole('checkbox', { name: 'джек' }).check();
    await page.getByRole('button', { name: 'Одобрить', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Одобрить: 2?' });
    await question.getByRole('button', { name: 'Одобрить' }).click();
    await page.getByText('Название одобрено: 2').waitFor();
    t.deepEqual(
      data.map(({ status }) => status),
      ['approved', 'approved', 'rejected'],
    );
    await page.getByRole('button', { name: 'Отменить' }).click();
    await until(() => data.filter(({ status }) => status === 'pending').length === 2, 'both wait again');
    await row(page, 'джек').waitFor();
    await page.getByRole('button', { name: 'Отклонить: джек' }).click();
    await page.getByText('Название отклонено').waitFor();
    await page.getByLabel('Статус').selectOption('');
    await row(page, 'апероль').waitFor();
    await sortsBy(page, pages, `GET ${PATH}`, { Называют: 'name', Согласны: 'owners', Замечено: 'created_at' });
  },
  desktop,
);
