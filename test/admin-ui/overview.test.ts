import { adminTables, serveAdminPages, signedIn } from '../support/admin-pages/admin-pages.ts';
import { attentionLine, attentionOf } from '../support/admin-pages/attention.ts';
import { months, pages, setUpAdminPages, stats, TABS } from '../support/admin-pages/overview.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { notOurs } from '../support/http/answers.ts';

setUpAdminPages();

browserTest('the overview shows four figures, the last activity and the way to the journal', async (t, { page }) => {
  await signedIn(page);
  await page.goto(`${pages.url}/admin`);
  await page.getByRole('link', { name: 'Активные тенанты 871' }).waitFor();
  const cards = await page.locator('.overview-card').allInnerTexts();
  t.deepEqual(
    cards.map((text) => text.replace(/\s+/g, ' ')),
    [
      'Пользователи 12 040 +10 за ноябрь',
      'Активные тенанты 871 +1 за ноябрь',
      'Активные подписки 640 на платных тарифах',
      'MRR 1 273 600,50 ₽ +2 440 ₽ за ноябрь',
    ],
  );
  const paying = page.getByRole('link', { name: /Активные подписки/ });
  t.is(await paying.getAttribute('href'), '/admin/subscriptions?paid=true');
  await page.getByText('Тариф «Старт» изменён').waitFor();
  t.is(await page.locator('.overview-activity time').getAttribute('datetime'), '2026-11-21T10:00:00Z');
  const charts = page.getByRole('region', { name: 'MRR и рост по месяцам' });
  for (const name of ['MRR по месяцам', 'Новые по месяцам']) await charts.getByText(name).waitFor();
  await charts.locator('svg.recharts-surface').nth(1).waitFor();
  await page.getByText('Таблицей').click();
  await page.getByRole('row', { name: /нояб\. 26 12\s340\s₽ 100 10 41 1/ }).waitFor();
  t.deepEqual(await seriousViolations(page), []);

  const links = await page.getByRole('navigation', { name: 'Разделы' }).getByRole('link').allInnerTexts();
  t.deepEqual(links, TABS);
  t.is(await page.getByRole('link', { name: 'Остаток, на главную' }).getAttribute('href'), '/');
  t.is(await page.getByRole('link', { name: 'В дашборд' }).getAttribute('href'), '/dashboard');
  const service = page.getByRole('navigation', { name: 'Служебное' }).getByRole('link');
  t.deepEqual(await service.allInnerTexts(), ['Журнал', 'Работы', 'Резервные копии', 'Диагностика']);
  t.is(await page.getByRole('link', { name: 'Диагностика' }).getAttribute('href'), '/test');
  t.is(await page.title(), 'Администрирование — Остаток');

  // a platform that does not tell them apart
  const unclear = notOurs({ success: true, stats: { ...stats, activeTenants: undefined, recentActivity: [] } });
  pages.answers['GET /admin/stats'] = [200, unclear];
  pages.emit({ resource: 'activity' });
  await page.getByText('Нет последней активности').waitFor();
  await page.reload();
  await page.getByRole('link', { name: 'Активные тенанты 930' }).waitFor();
});

const payment = (number: number, more: object = {}) => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  payer_email: `payer-${number}@test.example`,
  amount: 1990,
  refundable: 1990,
  problem: 'disputed',
  refunds: [] as object[],
  created_at: '2026-11-21T10:00:00Z',
  ...more,
});

browserTest(
  'money that needs a decision is shown to the last of it, and a refund without an answer is made anew',
  async (t, { page }) => {
    const own = adminTables();
    const lost = {
      id: '00000000-0000-4000-8000-0000000000aa',
      amount: 1990,
      lost: true,
      created_at: '2026-11-20T10:00:00Z',
    };
    const payments = own.all.find(({ path }) => path === 'payments');
    payments?.data.push(...[1, 2, 3, 4, 5, 6].map((number) => payment(number, { status: 'attention' })));
    // «attention» is a filter's word, which no payment answers
    if (payments) payments.listed = (row) => ({ ...row, status: 'succeeded' });
    payments?.data.push(payment(7, { status: 'attention', problem: 'refund_lost', refundable: 0, refunds: [lost] }));
    const served = await serveAdminPages(own.all);
    t.teardown(() => served.stop());
    const toSettle = attentionLine('payments', { text: 'Платежи ждут решения: 7', count: 7 });
    served.answers['GET /admin/attention'] = [200, attentionOf(toSettle)];
    served.answers['GET /admin/stats'] = [200, { success: true, stats }];
    served.answers['GET /admin/stats/growth'] = [200, { success: true, months }];
    await signedIn(page);
    await page.goto(`${served.url}/admin`);
    const region = page.getByRole('region', { name: 'Требует внимания: 1' });
    const listed = region.getByRole('list', { name: 'Платежи' }).getByRole('listitem');
    await listed.first().waitFor();
    t.is(await listed.count(), 5);
    await page.getByRole('button', { name: 'Показать все' }).click();
    await listed.nth(6).waitFor();
    t.is(await page.getByRole('button', { name: 'Показать все' }).count(), 0);

    const paths = [payment(7), payment(1)].map(({ id }) => `POST /admin/payments/${id}/refund`);
    for (const path of paths) served.answers[path] = [200, { success: true, payment: payment(1) }];
    served.answers[paths[1] ?? ''] = [502];
    await page.getByRole('button', { name: 'Вернуть деньги: payer-7@' }).click();
    const dialog = page.getByRole('dialog', { name: 'Вернуть деньги' });
    await dialog.getByText('эти деньги не ушли').waitFor();
    t.is(await dialog.getByLabel('Сумма, ₽').inputValue(), '1990');
    await dialog.getByLabel('Сумма, ₽').fill('490,5');
    await dialog.getByLabel('Причина').fill('Банк не провёл');
    t.deepEqual(await seriousViolations(page), []);
    await dialog.getByRole('button', { name: 'Вернуть' }).click();
    await page.getByText('Возврат отправлен').waitFor();
    t.deepEqual(served.of(paths[0] ?? '')[0]?.body, { amount: 490.5, reason: 'Банк не провёл', replaces: lost.id });

    await page.getByRole('button', { name: 'Вернуть деньги: payer-1@' }).click();
    await dialog.getByLabel('Причина').fill('Передумал');
    await dialog.getByRole('button', { name: 'Вернуть' }).click();
    await page.getByText('Не удалось выполнить действие: вернуть деньги').waitFor();
    served.answers[paths[1] ?? ''] = [200, { success: true, payment: payment(1) }];
    await dialog.getByRole('button', { name: 'Вернуть' }).click();
    await dialog.waitFor({ state: 'detached' });
    const [lostAnswer, again] = served.of(paths[1] ?? '');
    t.deepEqual(again?.body, { amount: 1990, reason: 'Передумал' });
    t.truthy(again?.idempotencyKey);
    t.is(again?.idempotencyKey, lostAnswer?.idempotencyKey, 'a refund whose answer was lost is not made twice');
  },
);

browserTest(
  'what waits for an administrator is one list on the overview, with the way to each, and that nothing waits is told too',
  async (t, { page }) => {
    const served = await serveAdminPages(adminTables().all);
    t.teardown(() => served.stop());
    served.answers['GET /admin/stats'] = [200, { success: true, stats }];
    served.answers['GET /admin/stats/growth'] = [200, { success: true, months }];
    const down = attentionLine('venues_down', {
      level: 'broken',
      text: 'Не запускаются заведения: 4',
      details: ['bar-1: процесс завершился при запуске', 'bar-2: не хватило памяти'],
      count: 4,
    });
    const disk = attentionLine('disk', { text: 'Диск занят на 91 %: свободно 9 ГБ' });
    served.answers['GET /admin/attention'] = [200, attentionOf(down, disk)];
    await signedIn(page);
    await page.goto(`${served.url}/admin`);
    const list = page.getByRole('region', { name: 'Требует внимания: 2' });
    const lines = list.getByRole('listitem');
    await lines.first().waitFor();
    t.regex((await lines.first().innerText()).replaceAll('\n', ' '), /Срочно.*bar-1: процесс завершился.*и ещё 2/);
    t.regex(await lines.nth(1).innerText(), /Диск занят на 91 %/);
    t.deepEqual(await seriousViolations(page), []);
    await page.setViewportSize({ width: 360, height: 740 });
    t.true(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    await list.getByRole('link', { name: 'Показать: Не запускаются заведения: 4' }).press('Enter');
    await page.waitForURL('**/admin/tenants?status=down');

    served.answers['GET /admin/attention'] = [200, attentionOf()];
    await page.goto(`${served.url}/admin`);
    await page.getByRole('heading', { name: 'Ничего не требует внимания' }).waitFor();
    served.answers['GET /admin/attention'] = [500, { success: false, error: 'База не отвечает' }];
    await page.reload();
    await page.getByText('Не удалось узнать, что требует внимания. База не отвечает').waitFor();
  },
);

browserTest('a panel whose figures do not come says so, and asks again', async (t, { page }) => {
  await signedIn(page);
  // temporary failures are retried without a click, so this one is permanent
  await page.route('**/api/admin/stats', (route) =>
    route.fulfill({ status: 404, json: { success: false, error: 'Не найдено' } }),
  );
  await page.goto(`${pages.url}/admin`);
  await page.getByRole('alert').filter({ hasText: 'Не удалось загрузить данные' }).waitFor();
  await page.unroute('**/api/admin/stats');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await page.locator('.overview-card').first().waitFor();
  t.is(await page.getByRole('alert').filter({ hasText: 'Не удалось загрузить данные' }).count(), 0);
});
