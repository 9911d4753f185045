import type { AliasImportAnswer, AliasImportColumn } from '../../api/contract/alias-imports.endpoints.ts';
import { adminTables, type MadeCall, serveAdminPages, signedIn } from '../support/admin-pages/admin-pages.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, type VisitOptions } from '../support/browser/browser.ts';

const desktop: VisitOptions = { viewport: { width: 1440, height: 900 } };
const IMPORT = '0198c1f2-0000-4000-8000-000000000001';

const columns: AliasImportColumn[] = [
  { column: 'A', name: 'Что', field: null, samples: ['5011007003029'] },
  { column: 'B', name: 'Название', field: 'description', samples: ['Джин'] },
];
const answer = (more: Partial<AliasImportAnswer['preview']>): AliasImportAnswer & { success: true } => ({
  success: true,
  importId: IMPORT,
  file: 'прайс.xlsx',
  source: null,
  status: 'previewed',
  preview: {
    columns,
    total: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    invalid: 0,
    further: 0,
    errors: [],
    sample: [],
    later: null,
    ...more,
  },
});
const unread = answer({ errors: [{ row: 1, column: '', message: 'Не нашли столбец со штрихкодом. Укажите его' }] });
const read = answer({
  columns: [{ ...columns[0], field: 'ean' } as AliasImportColumn, columns[1] as AliasImportColumn],
  total: 3,
  created: 1,
  updated: 1,
  invalid: 1,
  errors: [{ row: 4, column: 'A', message: 'Нет штрихкода' }],
  sample: [
    {
      row: 2,
      ean: '5011007003029',
      name: 'Джин',
      action: 'update',
      changes: [{ field: 'weight_empty_g', before: 500, after: 510.5 }],
    },
    { row: 3, ean: '4600702097276', name: 'Ром', action: 'create', changes: [] },
  ],
});

browserTest(
  'aliases are loaded from a file: its columns corrected, what changes looked at, written, and taken back',
  async (t, { page }) => {
    const pages = await serveAdminPages(adminTables({}).all);
    t.teardown(() => pages.stop());
    const said: MadeCall[] = [];
    const path = `/admin/aliases/import`;
    pages.answers[`POST ${path}`] = () => [201, unread];
    pages.answers[`PUT ${path}/${IMPORT}`] = (made) => {
      said.push(made);
      return [200, read];
    };
    const done = { success: true, importId: IMPORT, created: 1, updated: 1, unchanged: 0, skipped: 0 };
    pages.answers[`POST ${path}/${IMPORT}/commit`] = [200, done];
    const undone = { success: true, importId: IMPORT, undone: 2, kept: 0, message: 'Загрузка отменена, возвращено: 2' };
    pages.answers[`POST ${path}/${IMPORT}/undo`] = [200, undone];
    await signedIn(page);
    await page.goto(`${pages.url}/admin/aliases`);

    await page.getByRole('button', { name: 'Загрузить из файла' }).click();
    const dialog = page.getByRole('dialog', { name: 'Загрузка' });
    t.deepEqual(await seriousViolations(page), []);
    const file = { name: 'прайс.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.from('PK') };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await dialog.getByText('Не нашли столбец со штрихкодом').waitFor();
    t.true(await dialog.getByRole('button', { name: 'Загружать нечего' }).isDisabled());

    await dialog.getByLabel('Что в столбце Что').selectOption('ean');
    await dialog.getByText('Вес пустой, г: 500 → 510,5').waitFor();
    t.deepEqual(said[0]?.body, { columns: [{ column: 'A', field: 'ean' }] });
    await dialog.getByText('Нет штрихкода').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/alias-import.png` });

    pages.answers[`PUT ${path}/${IMPORT}`] = [200, { ...read, source: 'Сервер' }];
    await dialog.getByLabel('Источник').fill('Сервер');
    await page.keyboard.press('Enter');
    await dialog.getByText('Списков источника «Сервер» ещё не загружали').waitFor();

    const later = { renamed: 4, recoded: 1, kept: 3, gone: 2 };
    const sampleOfRecoded = [{ row: 9, name: 'Сидр', before: '4600702097276', ean: '5011007003029' }];
    const compared = { ...later, sampleOfRecoded, sampleOfGone: [{ ean: '46', name: 'Квас' }] };
    pages.answers[`PUT ${path}/${IMPORT}`] = (made) => {
      said.push(made);
      return [200, { ...read, source: 'Север', preview: { ...read.preview, later: compared } }];
    };
    await dialog.getByLabel('Источник').fill(' Север ');
    await page.keyboard.press('Enter');
    await dialog.getByText('остались, как исправили люди: 3, больше нет в списке: 2').waitFor();
    t.deepEqual(said[1]?.body, { source: 'Север' });
    await dialog.getByText('Сменили код: вес').click();
    await dialog.getByText('Сидр 4600702097276 → 5011007003029').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/alias-import-later.png` });

    pages.answers[`GET ${path}/${IMPORT}/rejects.csv`] = [200, {}];
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Скачать все с причинами' }).click();
    t.is((await download).suggestedFilename(), 'прайс.xlsx — не загрузятся.csv');

    await dialog.getByRole('button', { name: 'Загрузить: 2' }).click();
    await dialog.getByText('Добавлено: 1, изменено: 1').waitFor();
    await dialog.getByRole('button', { name: 'Отменить загрузку' }).click();
    await page.getByText('Загрузка отменена, возвращено: 2').waitFor();
    await dialog.waitFor({ state: 'detached' });
  },
  desktop,
);

browserTest(
  'an empty catalogue offers the starter list, which is looked at before it is loaded',
  async (t, { page }) => {
    const pages = await serveAdminPages([
      { path: 'aliases', rows: 'data', row: 'alias', data: [] },
      ...adminTables({}).all,
    ]);
    t.teardown(() => pages.stop());
    const path = '/admin/aliases/import';
    pages.answers[`POST ${path}/starter`] = [201, { ...read, file: 'стартовый список.csv' }];
    const done = { success: true, importId: IMPORT, created: 2, updated: 0, unchanged: 0, skipped: 0 };
    pages.answers[`POST ${path}/${IMPORT}/commit`] = [200, done];
    await signedIn(page);
    await page.goto(`${pages.url}/admin/aliases`);

    await page.getByRole('button', { name: 'Загрузить известные напитки' }).click();
    const dialog = page.getByRole('dialog', { name: 'Загрузка: стартовый список.csv' });
    await dialog.getByText('Вес пустой, г: 500 → 510,5').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    t.deepEqual(pages.of(`POST ${path}/${IMPORT}/commit`), []);
    await dialog.getByRole('button', { name: 'Загрузить: 2' }).click();
    await dialog.getByText('Добавлено: 2, изменено: 0').waitFor();
  },
  desktop,
);

browserTest(
  'earlier imports are found again and taken back: from the dialog, by their file',
  async (t, { page }) => {
    const rows = [1, 2].map((n) => ({
      id: IMPORT.replace(/1$/, String(n)),
      file: n === 1 ? 'прайс.xlsx' : null,
      status: 'committed',
      actor: 'anna@bars.example',
      at: `2026-11-2${n}T10:00:00.000Z`,
      created: 12_000 * n,
      updated: n,
      unchanged: n === 1 ? 3 : null,
      invalid: n === 1 ? 4 : null,
      undone_at: null as string | null,
      undone_by: null as string | null,
    }));
    const path = 'aliases/import';
    const pages = await serveAdminPages([{ path, rows: 'imports', row: 'import', data: rows }, ...adminTables({}).all]);
    t.teardown(() => pages.stop());
    const undone = { success: true, importId: IMPORT, undone: 12_000, kept: 1, message: 'Загрузка отменена' };
    pages.answers[`POST /admin/${path}/${IMPORT}/undo`] = () => {
      Object.assign(rows[0] as object, { status: 'undone', undone_at: '2026-11-22T10:00:00.000Z' });
      return [200, undone];
    };
    await signedIn(page);
    await page.goto(`${pages.url}/admin/aliases`);
    await page.getByRole('button', { name: 'Загрузить из файла' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Прежние загрузки' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    const [row, forgotten] = ['прайс.xlsx', 'Загрузка от'].map((text) =>
      page.getByRole('row').filter({ hasText: text }),
    );
    await forgotten?.getByText('24 000').waitFor();
    await row?.getByText('anna@bars.example').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `${process.env.SCREENSHOTS}/alias-imports.png` });
    await row?.getByRole('button', { name: 'Отменить загрузку' }).click();
    const question = page.getByRole('alertdialog', { name: 'Отменить загрузку «прайс.xlsx»?' });
    await question.getByRole('button', { name: 'Отменить загрузку' }).click();
    await page.getByText('Загрузка отменена').waitFor();
    await row?.getByText('Отменена').waitFor();
    t.is(await row?.getByRole('button', { name: 'Отменить загрузку' }).count(), 0);
    await page.getByLabel('Состояние').selectOption('committed');
    await row?.waitFor({ state: 'detached' });
    t.deepEqual(JSON.parse(pages.of(`GET /admin/${path}`).at(-1)?.query.filter ?? ''), { status: 'committed' });
  },
  desktop,
);

browserTest(
  'a list is saved in Excel as it is searched and sorted',
  async (t, { page }) => {
    const pages = await serveAdminPages(adminTables({ users: 3 }).all);
    t.teardown(() => pages.stop());
    await signedIn(page);
    await page.goto(`${pages.url}/admin/users?search=user-00002`);
    pages.answers['GET /admin/users/export.xlsx'] = [200, { success: true }];
    await page.getByRole('button', { name: 'Экспорт' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Excel' }).click();
    t.regex((await download).suggestedFilename(), /^Пользователи \d{4}-\d\d-\d\d\.xlsx$/);
    const [asked] = pages.of('GET /admin/users/export.xlsx');
    t.deepEqual(JSON.parse(asked?.query.filter ?? ''), { search: 'user-00002' });
    t.deepEqual(JSON.parse(asked?.query.sort ?? ''), ['created_at', 'DESC']);
  },
  desktop,
);
