import { lastBody, openLetters } from '../support/admin-pages/admin-letter-pages.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { until } from '../support/run/until.ts';

const ID = '00000000-0000-4000-8000-000000000001';

browserTest(
  'three sub-tabs lead to campaigns, system templates with their warning, and marketing templates',
  async (t, { page }) => {
    const { pages } = await openLetters(t, page, '/email');
    const tabs = page.getByRole('navigation', { name: 'Email Marketing' }).getByRole('link');
    await tabs.first().waitFor();
    t.deepEqual(await tabs.allInnerTexts(), ['Marketing campaigns', 'System templates', 'Marketing templates']);
    t.is(await tabs.and(page.locator('[aria-current="page"]')).innerText(), 'Marketing campaigns');
    await tabs.nth(1).click();
    await page.getByText('Изменение системного шаблона затронет всех пользователей').waitFor();
    await page.getByText('Не отправляется').waitFor();
    t.is(await page.getByRole('button', { name: /^Удалить/ }).count(), 0, 'a system one is not deleted');
    t.deepEqual(await seriousViolations(page), []);

    pages.answers['POST /admin/email-templates/101/reset'] = [200, { success: true, template: {} }];
    await page.getByRole('button', { name: 'Вернуть исходный текст: Чек об оплате' }).click();
    await page.getByRole('alertdialog').getByText('Это затронет всех пользователей').waitFor();
    t.is(pages.of('POST /admin/email-templates/101/reset').length, 0, 'not without a confirmation');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Вернуть' }).click();
    await toast(page, 'Исходный текст возвращён');

    await tabs.nth(2).click();
    await page.getByRole('link', { name: 'Создать шаблон' }).waitFor();
    await page.getByRole('button', { name: 'Копировать: Шаблон 1' }).click();
    await toast(page, 'Ошибка копирования шаблона');
    pages.answers['POST /admin/email-templates/1/copy'] = [201, { success: true, template: {} }];
    await page.getByRole('button', { name: 'Копировать: Шаблон 1' }).click();
    await toast(page, 'Шаблон скопирован');

    await page.getByRole('button', { name: 'Удалить: Шаблон 2' }).click();
    const question = page.getByRole('alertdialog', { name: 'Удалить шаблон «Шаблон 2»?' });
    await question.getByRole('button', { name: 'Отмена' }).click();
    t.is(pages.of('DELETE /admin/email-templates/2').length, 0);
    await page.getByRole('button', { name: 'Удалить: Шаблон 2' }).click();
    await question.getByRole('button', { name: 'Удалить' }).click();
    await toast(page, 'Ошибка удаления шаблона');
    pages.answers['DELETE /admin/email-templates/2'] = [200, { success: true }];
    await page.getByRole('button', { name: 'Удалить: Шаблон 2' }).click();
    await question.getByRole('button', { name: 'Удалить' }).click();
    await toast(page, 'Шаблон удалён');
    await page.goto(`${pages.url}/admin/email/templates/77`);
    await page.getByText('Ошибка загрузки шаблона').waitFor();
  },
  desktop,
);

browserTest(
  'a campaign shows its progress as it goes, everybody it is for by pages, and is paused, resumed and canceled',
  async (t, { page }) => {
    const { pages, campaigns } = await openLetters(t, page, '/email');
    await page.getByRole('row').filter({ hasText: 'Рассылка 1' }).getByText('400 из 1 200').waitFor();
    await page.getByRole('img', { name: 'Обновляется сразу' }).waitFor();
    Object.assign(campaigns.data[0] ?? {}, { sent: 777 });
    pages.emit({ resource: 'campaigns', id: ID });
    await page.getByRole('row').filter({ hasText: 'Рассылка 1' }).getByText('777 из 1 200').waitFor();
    await page.getByRole('row').filter({ hasText: 'Рассылка 1' }).getByText('Все пользователи').click();
    const details = page.getByRole('complementary');
    await details.getByText('reader-1@test.example').waitFor();
    await details.getByText('1–50 из 120').waitFor();
    await details.getByRole('button', { name: 'Вперёд' }).click();
    await details.getByText('reader-51@test.example').waitFor();
    await details.getByLabel('Статус').selectOption('failed');
    await details.getByText('Почтовый ящик переполнен').first().waitFor();
    t.deepEqual(await seriousViolations(page), []);

    for (const [verb, button, said, status] of [
      ['pause', 'Приостановить', 'Рассылка приостановлена', 'paused'],
      ['resume', 'Продолжить', 'Рассылка продолжена', 'running'],
      ['cancel', 'Отменить', 'Рассылка отменена', 'canceled'],
    ] as const) {
      pages.answers[`POST /admin/campaigns/${ID}/${verb}`] = () => {
        Object.assign(campaigns.data[0] ?? {}, { status });
        return [200, { success: true, campaign: campaigns.data[0] }];
      };
      await details.getByRole('button', { name: button }).click();
      if (verb === 'cancel') {
        await page
          .getByRole('alertdialog')
          .getByText(/Письма не получат ещё 413/)
          .waitFor();
        t.is(pages.of(`POST /admin/campaigns/${ID}/cancel`).length, 0, 'not without a confirmation');
        await page.getByRole('alertdialog').getByRole('button', { name: 'Отменить рассылку' }).click();
      }
      await toast(page, said);
    }
    await details.getByText('Отменена').waitFor();
    t.is(await details.getByRole('button', { name: 'Приостановить' }).count(), 0);
  },
  desktop,
);

browserTest(
  'letters’ figures are those of thirty days unless others are chosen, as a chart and as a table',
  async (t, { page }) => {
    const { pages } = await openLetters(t, page, '/email');
    await page.getByText('Статистика за 30 дн.: отправлено 1 500, не дошло 7').click();
    await page.locator('.email-chart svg').first().waitFor();
    await page.getByRole('cell', { name: 'не отправлено' }).waitFor();
    await page.getByRole('rowheader', { name: 'Чек об оплате' }).waitFor();
    t.is(pages.of('GET /admin/email/stats')[0]?.query.days, '30');
    t.deepEqual(await seriousViolations(page), []);
    pages.answers['GET /admin/email/stats'] = [500, { success: false }];
    await page.getByLabel('7 дней').check();
    await page.getByText(/Ошибка загрузки статистики/).waitFor();
    t.is(pages.of('GET /admin/email/stats').at(-1)?.query.days, '7');
  },
  desktop,
);

browserTest(
  'a campaign needs a subject and content, is tried on oneself first, and goes to people only after their number is confirmed',
  async (t, { page }) => {
    const { pages } = await openLetters(t, page, '/email/new');
    const SEND = 'POST /admin/marketing/send-campaign';
    await page.getByText('Получат письмо: 1 234 человека').waitFor();
    t.true(await page.getByLabel(/Тестовый режим/).isChecked());
    await page.getByText('Введите содержимое письма, чтобы увидеть его').waitFor();
    t.is(pages.of('POST /admin/email/preview').length, 0, 'a preview needs content');
    await page.getByRole('button', { name: 'Отправить себе' }).click();
    await page.getByText('Введите заголовок письма').waitFor();
    await page.getByText('Введите содержимое письма или выберите шаблон').waitFor();
    t.is(pages.of(SEND).length, 0);

    await page.getByLabel('Заголовок письма').fill('Привет, {{name}}');
    await page.getByLabel('Шаблон письма').click();
    t.is(await page.getByRole('option').count(), 3, 'system ones are not for campaigns');
    await page.getByRole('option', { name: 'Шаблон 2' }).click();
    await page.frameLocator('iframe[title="Предпросмотр письма"]').getByText('Письмо 2, Анна').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Отправить себе' }).click();
    await toast(page, 'Ошибка отправки рассылки');
    const campaign = {
      id: ID,
      subject: 'Привет',
      status: 'done',
      total: 1,
      sent: 1,
      failed: 0,
      bounced: 0,
      skipped: 0,
      test_mode: true,
    };
    let sentTo = [{ email: 'admin@test.example', status: 'sent' }];
    pages.answers[`GET /admin/campaigns/${ID}/recipients`] = () => {
      const recipients = sentTo.map((one, id) => ({ ...one, id, error: null, at: '2026-11-22T10:00:00Z' }));
      return [200, { success: true, recipients, pagination: { total: recipients.length } }];
    };
    pages.answers[SEND] = [
      200,
      {
        success: true,
        sent: 1,
        failed: 0,
        total: 1,
        results: [{ email: 'admin@test.example', status: 'sent' }],
        campaign,
      },
    ];
    pages.answers[`GET /admin/campaigns/${ID}`] = [200, { success: true, campaign }];
    await page.getByRole('button', { name: 'Отправить себе' }).click();
    await page.getByRole('heading', { name: 'Рассылка завершена' }).waitFor();
    await page.getByText('admin@test.example').waitFor();
    t.like(lastBody(pages, SEND), { templateId: 2, html: '', testMode: true, targetUsers: 'all' });

    await page.getByRole('button', { name: 'Вернуться к письму' }).click();
    t.is(await page.getByLabel('Заголовок письма').inputValue(), 'Привет, {{name}}');
    await page.getByLabel(/Тестовый режим/).uncheck();
    await page.getByLabel('Группа').click();
    await page.getByRole('option', { name: 'На платном тарифе' }).click();
    await page.getByLabel('Пришли с').fill('2026-01-01');
    await until(
      () => JSON.stringify(lastBody(pages, 'POST /admin/marketing/audience')).includes('2026-01-01'),
      'the audience is counted anew',
    );
    const sent = pages.of(SEND).length;
    await page.getByRole('button', { name: 'Отправить рассылку…' }).click();
    const question = page.getByRole('alertdialog', { name: 'Отправить письмо получателям: 1 234?' });
    await question.getByRole('button', { name: 'Отмена' }).click();
    t.is(pages.of(SEND).length, sent);
    const five = Array.from({ length: 5 }, (_, index) => ({ email: `first-${index}@test.example`, status: 'sent' }));
    const real = { ...campaign, status: 'running', total: 1234, sent: 5, test_mode: false };
    sentTo = five;
    pages.answers[SEND] = [202, { success: true, sent: 5, failed: 0, total: 1234, results: five, campaign: real }];
    pages.answers[`GET /admin/campaigns/${ID}`] = [200, { success: true, campaign: real }];
    await page.getByRole('button', { name: 'Отправить рассылку…' }).click();
    await question.getByRole('button', { name: 'Отправить: 1 234' }).click();
    await page.getByRole('heading', { name: 'Рассылка началась' }).waitFor();
    t.is(await page.getByText(/^first-\d@/).count(), 5);
    sentTo = five.map((one, at) => (at === 0 ? { ...one, status: 'bounced' } : one));
    pages.emit({ resource: 'campaigns', id: ID });
    await page.getByRole('listitem').filter({ hasText: 'first-0@' }).getByText('Адрес не принял').waitFor();
    t.like(lastBody(pages, SEND), { testMode: false, targetUsers: 'paid_users' });
    t.is(lastBody<{ filters: { registeredFrom: string } }>(pages, SEND).filters.registeredFrom, '2026-01-01');
  },
  desktop,
);

for (const path of ['/email', `/email/${ID}`, '/email/new', '/email/system', '/email/marketing'])
  browserTest(
    `${path} fits a phone of 360 pixels and has no serious barriers in the dark`,
    async (t, { page }) => {
      const { pages } = await openLetters(t, page, path);
      await until(() => pages.calls.length > 4, 'it has loaded');
      await page.getByRole('heading').first().waitFor();
      t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
      t.deepEqual(await seriousViolations(page), []);
    },
    { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  );
