import type { Page } from 'playwright-core';
import { lastBody, openLetters } from '../support/admin-pages/admin-letter-pages.ts';
import { seriousViolations, violationsInBothSchemes } from '../support/browser/axe.ts';
import { browserTest, type VisitOptions } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';

const desktop: VisitOptions = { viewport: { width: 1440, height: 1000 } };

interface Saved {
  subject: string;
  name: string;
  mjml: string;
  design: { pages?: unknown[] } | null;
}

const isReady = (page: Page) => page.locator('.letter-editor[aria-busy="false"]').waitFor();
const canvas = (page: Page) => page.frameLocator('iframe.gjs-frame');
/** Waits for the preview's content: a frame that is still loading would disappear while axe runs. */
const shown = (page: Page) => page.frameLocator('iframe[title="Предпросмотр письма"]').getByText('Собрано из MJML');

/** Drags as a hand does: to the target, and a little around it. */
async function dragTo(page: Page, block: string, text: string): Promise<void> {
  const place = await canvas(page).getByText(text).boundingBox();
  if (!place) throw new Error(`${text} is not on the canvas`);
  await page.getByRole('button', { name: block, exact: true }).hover();
  await page.mouse.down();
  await page.mouse.move(place.x + 40, place.y + place.height - 3, { steps: 6 });
  await page.mouse.move(place.x + 44, place.y + place.height - 2, { steps: 3 });
  // the place where the block would be dropped
  await page.locator('.gjs-placeholder').first().waitFor();
  await page.mouse.up();
}

const PUT = 'PUT /admin/email-templates/101';

browserTest(
  'a letter is built of blocks by mouse and keyboard, stepped back, and saved as design and MJML that loses nothing',
  async (t, { page }) => {
    const chunks: string[] = [];
    const outside: string[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (/VisualEditor/.test(url.pathname)) chunks.push(url.pathname);
      if (!['127.0.0.1', ''].includes(url.hostname)) outside.push(request.url());
    });
    const { pages, templates } = await openLetters(t, page, '/email/system');
    await page.getByRole('link', { name: 'Чек об оплате' }).waitFor();
    t.deepEqual(chunks, [], 'the editor comes with a letter alone');
    await page.getByRole('link', { name: 'Чек об оплате' }).click();
    await page.getByText('Изменение затронет всех пользователей').waitFor();
    await isReady(page);
    t.true(chunks.length > 0);

    await canvas(page).getByText('Здравствуйте, {{name}}.').click();
    await page.getByRole('button', { name: 'Линия', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Есть несохранённые изменения').waitFor();
    await page.getByRole('button', { name: 'Отменить', exact: true }).click();
    await page.getByRole('button', { name: 'Повторить', exact: true }).click();
    await page.getByRole('button', { name: 'Выше', exact: true }).click();

    pages.answers[PUT] = ({ body }) => [
      200,
      { success: true, template: { ...templates.data.at(-2), ...(body as object) } },
    ];
    await page.keyboard.press('Control+s');
    await toast(page, 'Шаблон сохранён');
    const saved = lastBody<Saved>(pages, PUT);
    t.regex(
      saved.mjml,
      /<mj-table css-class="facts" role="presentation">\s*<tr class="sum"><td class="what">Сумма<\/td>/,
    );
    t.regex(saved.mjml, /\{\{#seller\}\}<tr>.*\{\{\/seller\}\}/s);
    t.regex(saved.mjml, /<mj-class name="quiet"/, 'the head stays');
    t.regex(saved.mjml, /<mj-text mj-class="title">Оплата получена<\/mj-text>/, 'no defaults are written into blocks');
    t.is(saved.mjml.match(/<mj-divider/g)?.length, 1, 'undone and done again');
    t.truthy(saved.design?.pages);
    t.deepEqual(outside, []);
  },
  desktop,
);

browserTest(
  'a table is edited as text, a block is dragged in, and the selected one is removed',
  async (t, { page }) => {
    const { pages, templates } = await openLetters(t, page, '/email/templates/101');
    await isReady(page);
    await canvas(page).getByText('Сумма').click();
    const code = page.getByLabel('Код блока');
    await code.fill('<tr><td>Итого</td><td>{{amount}}</td></tr>');
    await canvas(page).getByText('Итого').waitFor();
    await dragTo(page, 'Отступ', 'Здравствуйте');
    await canvas(page).getByText('Открыть подписку').click();
    await page.getByRole('button', { name: 'Убрать', exact: true }).click();
    pages.answers[PUT] = ({ body }) =>
      (body as { updated_at?: string }).updated_at
        ? [409, { success: false, error: 'Шаблон уже изменил кто-то другой', code: 'template_changed' }]
        : [200, { success: true, template: { ...templates.data.at(-2), ...(body as object) } }];
    await page.getByRole('button', { name: 'Сохранить' }).click();
    const question = page.getByRole('alertdialog', { name: 'Сохранить поверх чужих изменений?' });
    await question.getByRole('button', { name: 'Отмена' }).click();
    await toast(page, 'Шаблон уже изменил кто-то другой');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await question.getByRole('button', { name: 'Сохранить мою' }).click();
    await toast(page, 'Шаблон сохранён');
    const { mjml } = lastBody<Saved>(pages, PUT);
    t.regex(mjml, /<tr><td>Итого<\/td><td>\{\{amount\}\}<\/td><\/tr><\/mj-table>/);
    t.regex(mjml, /<mj-spacer/);
    t.notRegex(mjml, /Открыть подписку/);
  },
  desktop,
);

browserTest(
  'variables go where the cursor is, unknown ones are named, the source is MJML, the preview has two widths and runs nothing',
  async (t, { page }) => {
    const { pages } = await openLetters(t, page, '/email/templates/new');
    await isReady(page);
    const subject = page.getByLabel('Заголовок письма');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await toast(page, 'Ошибка сохранения шаблона');
    await page.getByText('Введите заголовок письма').waitFor();
    t.is(pages.of('POST /admin/email-templates').length, 0, 'nothing is saved without a subject');
    await subject.fill('Привет, ');
    await page.getByRole('button', { name: 'Имя', exact: true }).click();
    t.is(await subject.inputValue(), 'Привет, {{name}}');
    await canvas(page).getByText('Здравствуйте').click();
    await page.getByRole('button', { name: 'Компания', exact: true }).click();
    await canvas(page).getByText('{{company}}').waitFor();

    await canvas(page).getByText('Заголовок').dblclick();
    await page.locator('.gjs-rte-action').first().waitFor();
    const titles = await page
      .locator('.gjs-rte-action')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')));
    t.deepEqual(titles, ['Полужирный', 'Курсив', 'Подчёркнутый', 'Зачёркнутый', 'Ссылка']);
    await page.getByRole('tab', { name: 'MJML' }).click();
    const source = page.getByLabel('MJML письма');
    const written = await source.inputValue();
    t.regex(written, /\{\{name\}\}\.\{\{company\}\}<\/mj-text>/);
    await source.fill(written.replace('{{company}}', '{{sompany}}'));
    await page.getByText('Письмо не знает переменных: {{sompany}}').waitFor();
    await page.getByRole('tab', { name: 'Предпросмотр' }).click();
    const paper = page.getByTitle('Предпросмотр письма');
    await page.getByText('Привет, Анна').waitFor();
    t.is(await paper.getAttribute('sandbox'), '');
    t.is((await paper.boundingBox())?.width, 640);
    await page.getByRole('group', { name: 'Ширина предпросмотра' }).getByRole('button', { name: 'Телефон' }).click();
    t.is((await paper.boundingBox())?.width, 360);

    await page.getByRole('button', { name: 'Тестовое письмо себе' }).click();
    await toast(page, 'Ошибка отправки тестового письма');
    pages.answers['POST /admin/email/send-test'] = [
      200,
      { success: true, message: 'Тестовое письмо отправлено на a@b' },
    ];
    await page.getByRole('button', { name: 'Тестовое письмо себе' }).click();
    await toast(page, 'Тестовое письмо отправлено на a@b');
    t.like(lastBody(pages, 'POST /admin/email/send-test'), { subject: 'Привет, Анна', templateType: 'marketing' });
    await page.getByLabel('Название шаблона').fill('Привет');
    pages.answers['POST /admin/email-templates'] = [
      400,
      { success: false, error: 'Строка 3: тег', errors: { mjml: 'Строка 3: тег' } },
    ];
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await toast(page, 'Ошибка сохранения шаблона');
    await page.getByRole('tab', { name: 'MJML' }).click();
    await page.getByRole('tabpanel').or(page.locator('.MuiFormHelperText-root')).getByText('Строка 3: тег').waitFor();
  },
  desktop,
);

browserTest(
  'what is typed while a letter is being saved stays unsaved',
  async (t, { page }) => {
    const { pages, templates } = await openLetters(t, page, '/email/templates/101');
    await isReady(page);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/admin/email-templates/101', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    pages.answers[PUT] = ({ body }) => [
      200,
      { success: true, template: { ...templates.data.at(-2), ...(body as object) } },
    ];
    const subject = page.getByLabel('Заголовок письма');
    await subject.fill('Первый');
    const asked = page.waitForRequest((request) => request.method() === 'PUT');
    await page.keyboard.press('Control+s');
    await asked;
    await subject.fill('Второй');
    release();

    await toast(page, 'Шаблон сохранён');
    t.is(lastBody<Saved>(pages, PUT).subject, 'Первый');
    await page.getByText('Есть несохранённые изменения').waitFor();
    t.is(await subject.inputValue(), 'Второй');
    await page.keyboard.press('Control+s');
    await page.getByText('Есть несохранённые изменения').waitFor({ state: 'detached' });
    t.is(lastBody<Saved>(pages, PUT).subject, 'Второй');
  },
  desktop,
);

browserTest(
  'whoever leaves unsaved changes is asked, and finds them again after «back»',
  async (t, { page }) => {
    await openLetters(t, page, '/email/marketing');
    await page.getByRole('link', { name: 'Шаблон 1' }).click();
    await page.getByLabel('HTML письма').waitFor();
    await page.getByLabel('Заголовок письма').fill('Другие новости');
    await page.getByRole('link', { name: 'Marketing templates' }).click();
    const question = page.getByRole('alertdialog', { name: 'Уйти без сохранения?' });
    await question.getByRole('button', { name: 'Отмена' }).click();
    t.is(await page.getByLabel('Заголовок письма').inputValue(), 'Другие новости');
    await page.goBack();
    await page.getByRole('link', { name: 'Шаблон 1' }).click();
    await page.getByText('Возвращены изменения, которые не были сохранены').waitFor();
    t.is(await page.getByLabel('Заголовок письма').inputValue(), 'Другие новости');
    await page.getByRole('button', { name: 'Отбросить их' }).click();
    t.is(await page.getByLabel('Заголовок письма').inputValue(), 'Новости 1');
    await page.getByRole('link', { name: 'Marketing templates' }).click();
    await page.getByRole('heading', { name: 'Marketing templates' }).waitFor();
    t.is(await question.count(), 0, 'nothing is unsaved');
  },
  desktop,
);

browserTest(
  "the letter's page has no serious barriers",
  async (t, { page }) => {
    await openLetters(t, page, '/email/templates/101');
    await isReady(page);
    await canvas(page).getByText('Открыть подписку').click();
    // the letter on the canvas and the library's own style fields are not our code
    const library = /\.gjs-|iframe/;
    t.deepEqual(
      (await violationsInBothSchemes(page, { framesOfOthers: true })).filter((line) => !library.test(line)),
      [],
    );
    await page.getByRole('tab', { name: 'Предпросмотр' }).click();
    await shown(page).waitFor();
    t.deepEqual(await violationsInBothSchemes(page, { framesOfOthers: true }), []);
  },
  desktop,
);

browserTest(
  'a phone shows the fields and the preview, and no editor is loaded',
  async (t, { page }) => {
    const chunks: string[] = [];
    page.on('request', (request) => /VisualEditor/.test(request.url()) && chunks.push(request.url()));
    await openLetters(t, page, '/email/templates/101');
    await shown(page).waitFor();
    await page.getByLabel('Заголовок письма').waitFor();
    t.is(await page.getByRole('tab', { name: 'Редактор' }).count(), 0);
    t.deepEqual(chunks, []);
    t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    t.deepEqual(await seriousViolations(page, { framesOfOthers: true }), []);
  },
  { viewport: { width: 360, height: 740 } },
);
