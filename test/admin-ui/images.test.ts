import { filterOf, openPanel, row, sortsBy } from '../support/admin-pages/admin-list.ts';
import { FEW } from '../support/admin-pages/admin-pages.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';

const image = (letter: string, repository: string, day: number, in_use = false) => ({
  id: `sha256:${letter.repeat(64)}`,
  repository,
  tag: `1.${day}`,
  size: day * 1_000_000,
  created_at: `2026-11-0${day}T10:00:00Z`,
  in_use,
  is_default: in_use,
  tenants: in_use ? 2 : 0,
});

browserTest(
  'images are listed newest first, found, sorted, and one that is not in use is deleted after a question',
  async (t, { page }) => {
    const { pages, tables } = await openPanel(t, page, '/users', FEW);
    const images = tables.all.find(({ path }) => path === 'images')?.data ?? [];
    images.push(image('a', 'tenant-runtime', 3), image('b', 'tenant-runtime', 9, true), image('c', 'base', 5));
    await page.goto(`${pages.url}/admin/images`);
    await row(page, 'aaaaaaaaaaaa').waitFor();
    const ids = await page.locator('.list-row code').allInnerTexts();
    t.deepEqual(ids, ['b'.repeat(12), 'c'.repeat(12), 'a'.repeat(12)]);
    t.deepEqual(JSON.parse(pages.of('GET /admin/images')[0]?.query.sort ?? ''), ['created_at', 'DESC']);
    t.true((await row(page, 'cccccccccccc').innerText()).includes('05.11.2026'));
    await sortsBy(page, pages, 'GET /admin/images', { Репозиторий: 'repository', Создан: 'created_at' });
    t.deepEqual(await row(page, 'bbbbbbbbbbbb').locator('.list-actions').getByRole('button').allInnerTexts(), []);

    const chosen = `POST /admin/images/${encodeURIComponent(`sha256:${'a'.repeat(64)}`)}/use`;
    pages.answers[chosen] = [200, { success: true }];
    await page.getByRole('button', { name: 'Запускать из него: tenant-runtime:1.3' }).click();
    const choice = page.getByRole('alertdialog', { name: 'Запускать заведения из tenant-runtime:1.3?' });
    await choice.getByText('вернутся на прежний').waitFor();
    await choice.getByRole('button', { name: 'Запускать' }).click();
    await page.getByText('Образ выбран для всех заведений').waitFor();
    t.is(pages.of(chosen).length, 1);

    const path = `DELETE /admin/images/${encodeURIComponent(`sha256:${'a'.repeat(64)}`)}`;
    await page.getByRole('button', { name: 'Удалить: tenant-runtime:1.3' }).click();
    const question = page.getByRole('alertdialog', { name: 'Удалить образ tenant-runtime:1.3?' });
    await question.getByText('Это действие необратимо.').waitFor();
    t.is(pages.of(path).length, 0);
    await question.getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Ошибка выполнения действия').waitFor();
    pages.answers[path] = [200, { success: true }];
    await page.getByRole('button', { name: 'Удалить: tenant-runtime:1.3' }).click();
    await question.getByRole('button', { name: 'Удалить' }).click();
    await page.getByText('Образ удалён').waitFor();
    t.is(pages.of(path).length, 2);

    await page.getByPlaceholder('Репозиторий, тег или ID').fill('1.5');
    await row(page, 'aaaaaaaaaaaa').waitFor({ state: 'detached' });
    t.deepEqual(filterOf(pages, 'GET /admin/images'), { search: '1.5' });
    t.deepEqual(await seriousViolations(page), []);
  },
  desktop,
);
