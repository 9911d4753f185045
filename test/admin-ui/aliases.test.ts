import type { Page } from 'playwright-core';
import { openBottles } from '../support/admin-pages/admin-bottle-pages.ts';
import { gtinOf } from '../support/admin-pages/admin-bottles.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { until } from '../support/run/until.ts';

/** The undo button beside the text `done` in a toast. */
const undo = (page: Page, done: string) => page.locator('.toast-undo').filter({ hasText: done }).getByRole('button');

browserTest(
  'aliases come by fifty, are searched once typing has paused for 800 ms, filtered and sorted',
  async (t, { page }) => {
    const { pages } = await openBottles(t, page, '/aliases', 120);
    const tabs = page.getByRole('navigation', { name: 'Глобальные алиасы' }).getByRole('link');
    await tabs.filter({ hasText: 'Предложения (120)' }).waitFor();
    t.is(await tabs.first().innerText(), 'Глобальные алиасы');
    await page.getByRole('row').filter({ hasText: 'Бутылка 120' }).waitFor();
    const LIST = 'GET /admin/aliases';
    const queries = () => pages.of(LIST).map(({ query }) => query);
    t.deepEqual(JSON.parse(queries()[0]?.range ?? ''), [0, 49]);

    // by the page's own clock, so that a busy machine that is slow between two keys does not fail the test
    await page.evaluate(() => {
      const seen = { typed: 0, waits: [] as number[] };
      Object.assign(window, { seen });
      window.addEventListener('input', () => (seen.typed = performance.now()), { capture: true });
      const send = window.fetch;
      window.fetch = (input, init) => {
        const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href);
        if (pathname.endsWith('/admin/aliases') && searchParams.get('filter')?.includes('search'))
          seen.waits.push(performance.now() - seen.typed);
        return send(input, init);
      };
    });
    await page.getByPlaceholder('Штрихкод или название').pressSequentially('бутылка 7', { delay: 30 });
    await until(() => JSON.parse(queries().at(-1)?.filter ?? '{}').search === 'бутылка 7', 'the search is asked for');
    const waits = await page.evaluate<number[]>('seen.waits');
    t.true(waits.length > 0 && waits.every((ms) => ms >= 790), `waited ${waits} ms after the last key`);
    await page.getByRole('row').filter({ hasText: 'Бутылка 77' }).waitFor();
    await page.getByLabel('Без весов').selectOption('true');
    await until(() => JSON.parse(queries().at(-1)?.filter ?? '{}').showEmptyOnly === 'true', 'showEmptyOnly');
    await page.getByLabel('Без весов').selectOption('');
    await page.getByLabel('С обоими весами').selectOption('true');
    await until(() => JSON.parse(queries().at(-1)?.filter ?? '{}').showFullOnly === 'true', 'showFullOnly');
    await page.getByRole('columnheader', { name: 'Название' }).getByRole('button').click();
    await until(() => queries().at(-1)?.sort === '["description","ASC"]', 'sorted');
    t.deepEqual(await seriousViolations(page), []);
  },
  desktop,
);

browserTest(
  'an alias is created with its check digit held as it is typed, changed, deleted after a question, and both are taken back',
  async (t, { page }) => {
    const { pages } = await openBottles(t, page, '/aliases');
    await page.getByRole('button', { name: 'Создать алиас' }).click();
    const dialog = page.getByRole('dialog', { name: 'Новый алиас' });
    const ean = dialog.getByLabel('Штрихкод');
    await ean.fill('4600000000016');
    await dialog.getByText('Штрихкод — 8, 12 или 13 цифр с верной контрольной').waitFor();
    await ean.fill(gtinOf(77));
    await dialog.getByText(`Контрольная цифра верна: ${gtinOf(77)}`).waitFor();
    await dialog.getByLabel('Вес пустой, г').fill('500');
    await dialog.getByLabel('Вес полной, г').fill('400');
    await dialog.getByRole('button', { name: 'Создать' }).click();
    await dialog.getByText('Введите название').waitFor();
    await dialog.getByText('Полная бутылка тяжелее пустой').waitFor();
    t.is(pages.of('POST /admin/aliases').length, 0);
    await dialog.getByLabel('Название').fill('Новая бутылка');
    await dialog.getByLabel('Вес полной, г').fill('1200.5');
    await dialog.getByText('Ещё поля').click();
    const density = dialog.getByLabel('Плотность, г/мл');
    t.is(await density.getAttribute('step'), '0.01');
    await density.fill('0.94');
    t.deepEqual(await seriousViolations(page), []);
    pages.answers['POST /admin/aliases'] = [
      409,
      { success: false, error: 'Такой штрихкод уже есть', errors: { ean: 'Такой штрихкод уже есть' } },
    ];
    await dialog.getByRole('button', { name: 'Создать' }).click();
    await toast(page, 'Ошибка создания алиаса');
    pages.answers['POST /admin/aliases'] = [201, { success: true, alias: {} }];
    await dialog.getByRole('button', { name: 'Создать' }).click();
    await toast(page, 'Алиас создан');
    t.like(pages.of('POST /admin/aliases').at(-1)?.body, {
      ean: gtinOf(77),
      description: 'Новая бутылка',
      volume_ml: null,
      weight_empty_g: 500,
      weight_full_g: 1200.5,
      density_g_per_ml: 0.94,
    });

    await page.getByRole('button', { name: 'Изменить: Бутылка 3' }).click();
    const edit = page.getByRole('dialog', { name: 'Изменить алиас' });
    await edit.getByLabel('Вес пустой, г').fill('481');
    await edit.getByRole('button', { name: 'Сохранить' }).click();
    await toast(page, 'Ошибка обновления алиаса');
    pages.answers['PUT /admin/aliases/3'] = [200, { success: true, alias: {} }];
    pages.answers['POST /admin/aliases/revisions/1002/revert'] = [200, { success: true, alias: null, revision: 1005 }];
    await edit.getByRole('button', { name: 'Сохранить' }).click();
    // the button is there for seconds
    await undo(page, 'Алиас обновлён').click();
    t.like(pages.of('PUT /admin/aliases/3').at(-1)?.body, { weight_empty_g: 481, revision: 1002 });
    await toast(page, 'Прежнее состояние возвращено');

    await page.getByRole('button', { name: 'Удалить: Бутылка 5' }).click();
    const question = page.getByRole('alertdialog', { name: 'Удалить алиас «Бутылка 5»?' });
    await question.getByRole('button', { name: 'Удалить' }).click();
    await toast(page, 'Ошибка удаления алиаса');
    pages.answers['DELETE /admin/aliases/5'] = [200, { success: true }];
    await page.getByRole('button', { name: 'Удалить: Бутылка 5' }).click();
    pages.answers['POST /admin/aliases/revisions/1004/revert'] = [200, { success: true, alias: null, revision: 1005 }];
    await question.getByRole('button', { name: 'Удалить' }).click();
    await undo(page, 'Алиас удалён').click();
    await toast(page, 'Алиас возвращён');
    t.is(pages.of('POST /admin/aliases/revisions/1004/revert').length, 1);
  },
  desktop,
);

browserTest(
  'an alias’s history says what was and what became, and goes back to any of it; so does everybody’s',
  async (t, { page }) => {
    const { pages } = await openBottles(t, page, '/aliases/1');
    const details = page.getByRole('complementary');
    const revision = details.getByRole('listitem').filter({ hasText: 'Изменён' });
    await revision.getByRole('row', { name: 'Вес пустой, г 470 480' }).waitFor();
    t.is(await revision.locator('del').innerText(), '470');
    t.is(await revision.locator('ins').innerText(), '480');
    const created = details.getByRole('listitem').filter({ hasText: 'Создан' });
    await created.getByRole('button', { name: 'Вернуть это состояние' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Отмена' }).click();
    t.is(pages.of('POST /admin/aliases/revisions/100/revert').length, 0, 'not without a confirmation');
    await created.getByRole('button', { name: 'Вернуть это состояние' }).click();
    pages.answers['POST /admin/aliases/revisions/100/revert'] = [200, { success: true, alias: null, revision: 1005 }];
    await page.getByRole('alertdialog').getByRole('button', { name: 'Вернуть' }).click();
    await toast(page, 'Прежнее состояние возвращено');
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('link', { name: 'История' }).click();
    await page.getByRole('heading', { name: 'История изменений' }).waitFor();
    await page.getByRole('link', { name: 'Бутылка 4' }).first().waitFor();
    t.deepEqual(await seriousViolations(page), []);
    pages.answers['GET /admin/aliases'] = [500, { success: false }];
    await page.goto(`${pages.url}/admin/aliases`);
    await page.getByText('Ошибка загрузки данных').waitFor();
  },
  desktop,
);

browserTest(
  'a push is tried, confirmed, and followed venue by venue, and whoever comes back finds it going on',
  async (t, { page }) => {
    const { pages } = await openBottles(t, page, '/aliases');
    const PUSH = 'POST /admin/aliases/push';
    const operation = {
      id: 'op1',
      kind: 'alias_push',
      title: 'Отправка алиасов заведениям',
      status: 'running',
      total: 3,
      done: 1,
      failed: 0,
      skipped: 0,
      message: null as string | null,
      result: null,
      started_by: null,
      created_at: '2026-11-22T10:00:00Z',
      started_at: null,
      finished_at: null as string | null,
    };
    const items = [
      { key: 't1', label: 'Бар № 1 (bar-1)', status: 'done', message: 'Обновлено позиций: 7', result: null, ms: 9 },
      {
        key: 't2',
        label: 'Бар № 2 (bar-2)',
        status: 'running',
        message: null as string | null,
        result: null,
        ms: null,
      },
    ];
    pages.answers['GET /admin/operations/op1'] = () => [200, { success: true, operation }];
    pages.answers['GET /admin/operations/op1/items'] = ({ query }) => {
      const { status } = JSON.parse(query.filter ?? '{}') as { status?: string };
      const found = items.filter((item) => !status || item.status === status);
      return [200, { success: true, items: found, pagination: { total: found.length, page: 1, pages: 1 } }];
    };
    await page.getByRole('button', { name: 'Отправить всем (12)' }).click();
    const dialog = page.getByRole('dialog', { name: 'Отправка всем заведениям' });
    await dialog.getByText('Ещё не доставлено: 12 изменений. Ждут: 3 заведения.').waitFor();
    await dialog.getByRole('button', { name: 'Проверить' }).click();
    await toast(page, 'Ошибка отправки изменений');
    pages.answers[PUSH] = () => [202, { success: true, message: '', operation }];
    await dialog.getByRole('button', { name: 'Отправить' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Отмена' }).click();
    t.is(pages.of(PUSH).length, 1);
    await dialog.getByRole('button', { name: 'Отправить' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Отправить' }).click();
    await dialog.getByText('Обновлено позиций: 7').waitFor();
    t.deepEqual(
      pages.of(PUSH).map(({ body }) => body),
      [{ dryRun: true }, { dryRun: false }],
    );
    t.deepEqual(await seriousViolations(page), []);

    Object.assign(items[1] ?? {}, { status: 'failed', message: 'Заведение не запускается' });
    Object.assign(operation, { done: 1, failed: 1 });
    pages.emit({ resource: 'operations', id: 'op1' });
    await dialog.getByText('Заведение не запускается').waitFor();
    await dialog.getByText(/2 из 3: готово 1, пропущено 0, не удалось 1/).waitFor();
    pages.answers['GET /admin/aliases/push'] = () => [200, { success: true, last: operation, pending: 0 }];
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await page.goto(`${pages.url}/admin/users`);
    await page.getByRole('link', { name: 'Глобальные алиасы' }).click();
    const strip = page.locator('.push-strip');
    await strip.getByText(/2 из 3/).waitFor();
    await strip.getByRole('button', { name: 'Подробнее' }).click();
    await dialog.getByText('Заведение не запускается').waitFor();
    Object.assign(operation, {
      status: 'done',
      done: 2,
      finished_at: '2026-11-22T10:01:00Z',
      message: 'Обновлено заведений: 1',
    });
    pages.emit({ resource: 'operations', id: 'op1' });
    await dialog.getByText(/Обновлено заведений: 1/).waitFor();
    await strip.waitFor({ state: 'detached' });
  },
  desktop,
);

for (const path of ['/aliases', '/aliases/2', '/aliases/history', '/aliases/proposals', '/aliases/proposals/2'])
  browserTest(
    `${path} fits a phone of 360 pixels and has no serious barriers in the dark`,
    async (t, { page }) => {
      await openBottles(t, page, path);
      await page.getByText('Бутылка', { exact: false }).or(page.getByText('Джемесон')).first().waitFor();
      t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
      t.deepEqual(await seriousViolations(page), []);
      if (path !== '/aliases') return;
      const card = page.getByRole('listitem').getByRole('article').filter({ hasText: 'Бутылка 3' });
      await card.getByText(gtinOf(3)).waitFor();
      t.is(await page.getByRole('grid').count(), 0, 'cards, not a table');
    },
    { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  );
