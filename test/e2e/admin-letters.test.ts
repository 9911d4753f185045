import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import test from 'ava';
import type { Page } from 'playwright-core';
import { createMailbox } from '../../api/src/sandbox/mailbox.ts';
import { gtinOf } from '../support/admin-pages/admin-bottles.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { newOwner, startTestPlatform, type TestOwner, type TestPlatform } from '../support/platform/platform.ts';
import { signInPage } from '../support/platform/sign-in-page.ts';
import { until } from '../support/run/until.ts';

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform();
});
test.after.always(() => platform?.stop());

async function signInAsAdmin(page: Page): Promise<TestOwner> {
  const admin = await newOwner(platform);
  await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
  await signInPage(page, platform.url, admin);
  return admin;
}

const lettersTo = async (email: string): Promise<{ subject: string; html: string }[]> => {
  const mailbox = createMailbox(join(platform.home, 'outbox'));
  const heads = (await mailbox.list()).filter(({ to }) => to === email);
  return Promise.all(heads.map(async ({ id, subject }) => ({ subject, html: (await mailbox.read(id)).html ?? '' })));
};

const isReady = (page: Page) => page.locator('.letter-editor[aria-busy="false"]').waitFor();

browserTest(
  'under the platform’s own policy a shipped letter is edited, previewed, tried and brought back, and asks nobody outside',
  async (t, { page }) => {
    const refused: string[] = [];
    const outside: string[] = [];
    page.on(
      'console',
      (message) => /Content.Security.Policy|Refused to/i.test(message.text()) && refused.push(message.text()),
    );
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== new URL(platform.url).origin) outside.push(request.url());
    });
    const admin = await signInAsAdmin(page);
    await page.goto(`${platform.url}/admin/email/system`);
    await page.getByRole('link').and(page.locator('.venue-link')).first().waitFor();
    const names = await page.locator('.venue-link').allInnerTexts();
    const receipt = await platform.db('email_templates').where({ template_type: 'receipt' }).first();
    t.true(names.includes(receipt.name));
    await page.getByRole('link', { name: receipt.name, exact: true }).click();
    await isReady(page);
    t.is(await page.getByText('Письмо не знает переменных').count(), 0, 'a shipped letter knows all that it names');

    const canvas = page.frameLocator('iframe.gjs-frame');
    await canvas.getByText('Здравствуйте, {{name}}.').click();
    await page.getByRole('button', { name: 'Линия', exact: true }).click();
    await page.getByText('Есть несохранённые изменения').waitFor();
    await page.getByRole('tab', { name: 'Предпросмотр' }).click();
    await page.frameLocator('iframe[title="Предпросмотр письма"]').getByText('Сумма').waitFor();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await toast(page, 'Шаблон сохранён');
    const stored = await platform.db('email_templates').where({ id: receipt.id }).first();
    t.regex(stored.mjml, /<mj-divider/);
    t.regex(stored.html, /<table/, 'compiled by the server');
    t.truthy(stored.design?.pages);

    await page.getByRole('button', { name: 'Тестовое письмо себе' }).click();
    await toast(page, `Тестовое письмо отправлено на ${admin.email}`);
    let tried: { subject: string; html: string }[] = [];
    await until(async () => {
      tried = (await lettersTo(admin.email)).filter(({ html }) => html.includes('Сумма'));
      return tried.length > 0;
    }, 'the test letter is in the mailbox');
    t.notRegex(tried[0]?.html ?? '', /\{\{/);

    await page.getByRole('button', { name: 'Вернуть исходный текст' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Вернуть' }).click();
    await toast(page, 'Исходный текст возвращён');
    const back = await platform.db('email_templates').where({ id: receipt.id }).first();
    t.is(back.mjml, null, 'the shipped one is sent');
    t.is(await page.getByText('Есть несохранённые изменения').count(), 0);
    t.deepEqual(refused, []);
    t.deepEqual(outside, []);
  },
  { viewport: { width: 1440, height: 1000 } },
);

browserTest(
  'a new template becomes a campaign: first to oneself, then to the people who were counted',
  async (t, { page }) => {
    const admin = await signInAsAdmin(page);
    const reader = await newOwner(platform);
    await platform.db('users').where({ id: reader.userId }).update({ email_verified: true });
    await page.goto(`${platform.url}/admin/email/templates/new`);
    await isReady(page);
    await page.getByLabel('Заголовок письма').fill('Новости для {{name}}');
    await page.getByLabel('Название шаблона').fill('Новости');
    await page.keyboard.press('Control+s');
    await toast(page, 'Шаблон сохранён');
    await page.waitForURL(/templates\/\d+$/);

    await page.goto(`${platform.url}/admin/email/new`);
    await page.getByLabel('Шаблон письма').click();
    await page.getByRole('option', { name: 'Новости' }).click();
    await page.getByRole('button', { name: 'Отправить себе' }).click();
    await page.getByRole('heading', { name: /^Рассылка/ }).waitFor();
    const news = async (email: string) =>
      (await lettersTo(email)).filter(({ subject }) => subject.startsWith('Новости'));
    await until(async () => (await news(admin.email)).length === 1, 'the trial comes to who asked');
    t.is((await news(reader.email)).length, 0);

    await page.getByRole('button', { name: 'Вернуться к письму' }).click();
    await page.getByLabel(/Тестовый режим/).uncheck();
    await page.getByText(/Получат письмо: \d/).waitFor();
    await page.getByRole('button', { name: 'Отправить рассылку…' }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^Отправить: \d/ })
      .click();
    await page.getByRole('heading', { name: 'Рассылка завершена' }).waitFor();
    await until(async () => (await news(reader.email)).length === 1, 'and the campaign to its readers');
    await page.getByRole('link', { name: 'Все получатели' }).click();
    await page.getByText(reader.email).waitFor();
    t.is((await news(admin.email)).length, 1);
  },
  { viewport: { width: 1440, height: 1000 } },
);

browserTest(
  'an alias is made, deleted and brought back, a proposal is approved and taken back, and a push has its end',
  async (t, { page }) => {
    await signInAsAdmin(page);
    const { db } = platform;
    await page.goto(`${platform.url}/admin/aliases`);
    await page.getByRole('button', { name: 'Создать алиас' }).click();
    const dialog = page.getByRole('dialog', { name: 'Новый алиас' });
    await dialog.getByLabel('Штрихкод').fill(gtinOf(500));
    await dialog.getByLabel('Название').fill('Бутылка из панели');
    await dialog.getByLabel('Вес пустой, г').fill('480');
    await dialog.getByRole('button', { name: 'Создать' }).click();
    await toast(page, 'Алиас создан');
    await page.getByRole('button', { name: 'Удалить: Бутылка из панели' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Удалить' }).click();
    // the undo is offered for seconds: it is pressed at once, and what is stored is read as it arrives
    const before: unknown[] = [];
    await page.route('**/api/admin/aliases/revisions/*/revert', async (route) => {
      before.push(await db('aliases').where({ ean: gtinOf(500) }));
      await route.continue();
    });
    await page.locator('.toast-undo').filter({ hasText: 'Алиас удалён' }).getByRole('button').click();
    await toast(page, 'Алиас возвращён');
    t.deepEqual(before, [[]]);
    t.truthy(
      await db('aliases')
        .where({ ean: gtinOf(500) })
        .first(),
    );

    await db('alias_proposals').insert({
      tenant_id: 't0000000001',
      key: randomUUID(),
      ean: gtinOf(500),
      description: 'Бутылка из панели',
      weight_empty_g: 495,
      status: 'pending',
    });
    await page.getByRole('link', { name: /^Предложения/ }).click();
    await page.getByRole('row').filter({ hasText: '480 → 495' }).waitFor();
    await page.keyboard.press('j');
    const weight = async () =>
      Number(
        (
          await db('aliases')
            .where({ ean: gtinOf(500) })
            .first()
        ).weight_empty_g,
      );
    const approved: number[] = [];
    await page.route('**/api/admin/aliases/proposals/*/reopen', async (route) => {
      approved.push(await weight());
      await route.continue();
    });
    await page.keyboard.press('a');
    await page.locator('.toast-undo').filter({ hasText: 'Предложение одобрено' }).getByRole('button').click();
    await toast(page, 'Предложение снова ждёт решения');
    t.deepEqual(approved, [495]);
    t.is(await weight(), 480);

    await page.getByRole('link', { name: 'Глобальные алиасы' }).last().click();
    await page.getByRole('button', { name: /^Отправить всем/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Отправить' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Отправить' }).click();
    await page.getByText(/Обновлено заведений: 0/).waitFor();
    await page.getByText('Заведения уже получили все изменения каталога.').waitFor();
  },
  { viewport: { width: 1440, height: 900 } },
);
