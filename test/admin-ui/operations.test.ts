import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { row } from '../support/admin-pages/admin-list.ts';
import { serveAdminPages, signedIn } from '../support/admin-pages/admin-pages.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop, type VisitOptions } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { cleanupTables, itemOf, operationOf } from '../support/cleanup/cleanup-tables.ts';
import { until } from '../support/run/until.ts';

const phone: VisitOptions = { viewport: { width: 360, height: 740 } };

async function open(t: ExecutionContext, page: Page, path: string) {
  const tables = cleanupTables();
  const running = operationOf(1, { kind: 'update_all', title: 'Обновление всех заведений', total: 4, failed: 1 });
  tables.operations.data.push(running);
  const pages = await serveAdminPages(tables.all);
  t.teardown(() => pages.stop());
  const items = [itemOf('4', 'failed', { message: 'Не ответил' }), itemOf('1', 'running'), itemOf('2', 'waiting')];
  pages.answers[`GET /admin/operations/${running.id}/items`] = ({ query }) => {
    const { status } = JSON.parse(query.filter ?? '{}');
    const found = items.filter((item) => !status || item.status === status);
    return [200, { success: true, items: found, pagination: { total: found.length } }];
  };
  await signedIn(page);
  await page.goto(`${pages.url}/admin${path}`);
  return { pages, tables, running, items };
}

browserTest(
  'a piece of work is found in the palette, goes on before one’s eyes, is filtered, paused, resumed and canceled',
  async (t, { page }) => {
    const { pages, running, items } = await open(t, page, '/operations');
    await row(page, 'Обновление всех заведений').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/Раздел, действие/).fill('обновление всех');
    await page.getByRole('option', { name: /Обновление всех заведений.*1 из 4/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Открыть', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await row(page, 'Заведение 4').getByText('Не ответил').waitFor();
    t.true(page.url().endsWith(`/admin/operations/${running.id}`));
    t.is(await page.getByRole('row').nth(1).getByText('Заведение 4').count(), 1, 'what failed stands first');
    await page.getByText('Осталось: 3').waitFor();

    Object.assign(items[1] ?? {}, { status: 'done' });
    running.done = 1;
    pages.emit({ resource: 'operations', id: running.id });
    await page.getByText('Осталось: 2').waitFor();
    await row(page, 'Заведение 1').getByText('Готово').waitFor();
    await page.getByLabel('Состояние').selectOption('failed');
    await row(page, 'Заведение 1').waitFor({ state: 'detached' });
    t.deepEqual(await seriousViolations(page), []);

    const steer = (what: string, status: string) => {
      pages.answers[`POST /admin/operations/${running.id}/${what}`] = () => {
        Object.assign(running, { status });
        return [200, { success: true, operation: running }];
      };
    };
    steer('pause', 'paused');
    steer('resume', 'running');
    steer('cancel', 'canceled');
    await page.getByRole('button', { name: 'Приостановить' }).click();
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await page.getByRole('button', { name: 'Приостановить' }).waitFor();
    await page.getByRole('button', { name: 'Отменить', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Отменить работу' }).click();
    await page.getByText('Отменена', { exact: true }).waitFor();
    t.deepEqual(
      pages.calls.filter(({ call }) => call.startsWith('POST')).map(({ call }) => call.split('/').at(-1)),
      ['pause', 'resume', 'cancel'],
    );
  },
  desktop,
);

browserTest(
  'backups tell when they were last proven to restore; they are made, verified, restored by a typed name, and deleted',
  async (t, { page }) => {
    const { pages, running, tables } = await open(t, page, '/backups');
    const [first] = tables.backups.data;
    await row(page, 'bar-1').waitFor();
    t.is(await row(page, 'bar-2').getByText('Не проверена').count(), 1);
    t.is(await row(page, 'bar-1').getByText('Не проверена').count(), 0);
    await row(page, 'bar-4').getByText('На диске не осталось места').waitFor();
    t.is(await page.getByRole('button', { name: /^Восстановить: Платформа/ }).count(), 0);
    await row(page, 'bar-5').getByText('На другом сервере').waitFor();
    t.is(await page.getByRole('button', { name: /^(Проверить|Восстановить): bar-5/ }).count(), 0);
    await page.getByRole('button', { name: /^Удалить: bar-5/ }).click();
    await page
      .getByRole('alertdialog')
      .getByText(/останутся: копии уйдут только из списка/)
      .waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Отмена' }).click();
    t.deepEqual(await seriousViolations(page), []);

    pages.answers['POST /admin/backups'] = [202, { success: true, operation: running }];
    await page.getByRole('button', { name: 'Сделать копию', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Сделать копию' }).click();
    await dialog.getByText('Выберите заведение').waitFor();
    await dialog.getByLabel('Заведение').fill('bar-1');
    await page.getByRole('option', { name: /bar-1/ }).click();
    await dialog.getByRole('button', { name: 'Сделать копию' }).click();
    await toast(page, 'Копирование началось');
    await page.getByRole('button', { name: 'Скопировать всё' }).click();
    await page.getByRole('menuitem', { name: 'Копии всех заведений' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Сделать копии' }).click();
    await page.getByRole('button', { name: 'Скопировать всё' }).click();
    await page.getByRole('menuitem', { name: 'Копия платформы' }).click();
    await until(() => pages.of('POST /admin/backups').length === 3, 'three orders');
    t.deepEqual(
      pages.of('POST /admin/backups').map(({ body }) => body),
      [{ tenantId: 't0000000001' }, { all: true }, {}],
    );

    pages.answers[`POST /admin/backups/${first?.id}/verify`] = [200, { success: true, backup: first }];
    pages.answers[`POST /admin/backups/${first?.id}/restore`] = [202, { success: true, operation: running }];
    pages.answers[`DELETE /admin/backups/${first?.id}`] = [200, { success: true }];
    await page.getByRole('button', { name: /^Проверить: bar-1/ }).click();
    await toast(page, 'Копия восстановлена рядом и сверена');
    await page.getByRole('button', { name: /^Восстановить: bar-1/ }).click();
    await dialog.getByLabel('Введите «bar-1»').fill('bar-2');
    await dialog.getByRole('button', { name: 'Восстановить' }).click();
    await dialog.getByText('Введите bar-1', { exact: true }).waitFor();
    t.is(pages.of(`POST /admin/backups/${first?.id}/restore`).length, 0);
    await dialog.getByLabel('Введите «bar-1»').fill('bar-1');
    await page.keyboard.press('Enter');
    await toast(page, 'Восстановление началось');
    await page.getByRole('button', { name: /^Удалить: bar-1/ }).click();
    await page.getByRole('alertdialog').getByText('Это действие необратимо.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await toast(page, 'Копия удалена');
  },
  desktop,
);

browserTest(
  'one sees which backups are open or unsigned, and what to set; an unsigned one is restored only by whoever says to trust it',
  async (t, { page }) => {
    const { pages, running, tables } = await open(t, page, '/backups');
    const finding = {
      id: 'backup_key',
      level: 'warning',
      message: 'Копии не зашифрованы',
      advice: 'Задайте BACKUP_KEY',
    };
    pages.answers['GET /test/security'] = [200, { success: true, findings: [finding] }];
    const unsigned = tables.backups.data[1];
    pages.answers[`POST /admin/backups/${unsigned?.id}/restore`] = [202, { success: true, operation: running }];
    await page.reload();
    await row(page, 'bar-1').getByText('Зашифрована').waitFor();
    await row(page, 'Платформа').getByText('Не зашифрована').waitFor();
    await row(page, 'bar-2').getByText('Без подписи').waitFor();
    await page.getByText('Задайте BACKUP_KEY').waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await page.getByRole('button', { name: /^Восстановить: bar-2/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Копия не подписана').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await dialog.getByLabel('Введите «bar-2»').fill('bar-2');
    await page.keyboard.press('Enter');
    await dialog.getByText('Подтвердите, что доверяете файлу').waitFor();
    t.is(pages.of(`POST /admin/backups/${unsigned?.id}/restore`).length, 0);
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Восстановить' }).click();
    await toast(page, 'Восстановление началось');
    t.deepEqual(pages.of(`POST /admin/backups/${unsigned?.id}/restore`)[0]?.body, { unsigned: true });
  },
  desktop,
);

const images = [
  ['sha256:0123456789abcdef0123', '1.4.0', true],
  ['sha256:fedcba98765432100123', '1.3.0', false],
].map(([id, tag, in_use]) => ({
  id,
  repository: 'ostatok/tenant',
  tag,
  size: 400_000_000,
  created_at: '2026-11-20T09:00:00Z',
  in_use,
}));

browserTest(
  'images show the first 12 characters of their id; deleting one asks first, as it is irreversible, and one in use stays',
  async (t, { page }) => {
    const { pages } = await open(t, page, '/images');
    pages.answers['GET /admin/images'] = ({ query }) => {
      const { search = '' } = JSON.parse(query.filter ?? '{}');
      const found = images.filter(({ id, repository, tag }) => `${repository}:${tag} ${id}`.includes(search));
      return [200, { success: true, images: found, pagination: { total: found.length } }];
    };
    await page.reload();
    await page.getByRole('article').nth(1).waitFor();
    t.deepEqual(await page.locator('code').allInnerTexts(), ['0123456789ab', 'fedcba987654']);
    const remove = page.getByRole('button', { name: /^Удалить: / });
    t.deepEqual(await remove.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), [
      'Удалить: ostatok/tenant:1.3.0',
    ]);
    pages.answers[`DELETE /admin/images/${encodeURIComponent('sha256:fedcba98765432100123')}`] = [
      409,
      { success: false, error: 'Из образа запущены заведения', code: 'image_in_use' },
    ];
    await remove.click();
    await page.getByRole('alertdialog').getByText('Это действие необратимо.').waitFor();
    t.is(pages.calls.filter(({ call }) => call.startsWith('DELETE')).length, 0);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    await toast(page, 'Из образа запущены заведения');
    t.is(pages.calls.filter(({ call }) => call.startsWith('DELETE')).length, 1);
    t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    t.deepEqual(await seriousViolations(page), []);
    for (const part of ['ostatok/ten', '1.3', 'fedcba98']) {
      await page.getByPlaceholder('Репозиторий, тег или ID').fill(part);
      await until(
        () => pages.of('GET /admin/images').some(({ query }) => (query.filter ?? '').includes(part)),
        `a search for ${part}`,
      );
    }
    t.deepEqual(JSON.parse(pages.of('GET /admin/images')[0]?.query.sort ?? ''), ['created_at', 'DESC']);
    await page.getByPlaceholder('Репозиторий, тег или ID').fill('nothing-such');
    await page.getByText('Образы не найдены').waitFor();
  },
  phone,
);
