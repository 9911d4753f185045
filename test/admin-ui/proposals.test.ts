import { openBottles } from '../support/admin-pages/admin-bottle-pages.ts';
import { lastBody } from '../support/admin-pages/admin-letter-pages.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { until } from '../support/run/until.ts';

const PATH = '/admin/aliases/proposals';

browserTest(
  'venues’ proposals are the pending ones at first, are searched and filtered, and each lies beside the present alias',
  async (t, { page }) => {
    const { pages } = await openBottles(t, page, '/aliases/proposals');
    const filters = () => pages.of(`GET ${PATH}`).map(({ query }) => JSON.parse(query.filter ?? '{}'));
    await page.getByRole('row').filter({ hasText: 'Бутылка 1' }).getByText('Вес пустой, г: 480 → 500').waitFor();
    t.is(filters()[0].status, 'pending');
    await page.getByText('Новый штрихкод').waitFor();
    const statuses = await page.getByLabel('Статус').getByRole('option').allInnerTexts();
    t.deepEqual(statuses, ['Все', 'Ожидает', 'Одобрено', 'Отклонено']);
    await page.getByLabel('Статус').selectOption('');
    await until(() => filters().at(-1).status === 'all', 'whatever became of them');
    await page.getByPlaceholder('Штрихкод или название').fill('Джемесон Каскмейтс');
    await until(() => filters().at(-1).search === 'Джемесон Каскмейтс', 'the search has an effect');
    await page.getByPlaceholder('Штрихкод или название').fill('');
    await page.getByLabel('Заведение', { exact: true }).fill('Мята');
    await page.keyboard.press('Enter');
    await until(() => filters().at(-1).tenant === 'Мята', 'one venue, by its name');

    await page.goto(`${pages.url}${PATH}/1`);
    const details = page.getByRole('complementary');
    const changed = details.getByRole('row').filter({ hasText: 'изменено' });
    await changed.waitFor();
    t.is(await changed.count(), 1);
    t.is(await changed.locator('del').innerText(), '480');
    t.is(await changed.locator('ins').innerText(), '500');
    await details.getByText('1 заведение с тем же весом пустой').waitFor();
    await details.getByText('2 раза', { exact: true }).waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await details.getByRole('heading', { name: /^Джемесон Каскмейтс/ }).waitFor();
    await page.keyboard.press('a');
    await until(() => pages.of(`POST ${PATH}/2/approve`).length === 1, 'what is open is decided on');
    t.is(pages.of(`POST ${PATH}/1/approve`).length, 0);
    pages.answers[`GET ${PATH}`] = [500, { success: false }];
    await page.goto(`${pages.url}${PATH}`);
    await page.getByText('Ошибка загрузки предложений').waitFor();
  },
  desktop,
);

browserTest(
  'by keys alone proposals are gone through, approved, rejected with a reason, and edited',
  async (t, { page }) => {
    const { pages, proposals, aliases } = await openBottles(t, page, '/aliases/proposals');
    await page.getByRole('row').filter({ hasText: 'Бутылка 1' }).waitFor();
    const decide = (id: number, status: string): void =>
      void Object.assign(proposals.data.find((one) => one.id === id) ?? {}, { status });
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    await toast(page, 'Ошибка одобрения предложения');
    pages.answers[`POST ${PATH}/1/approve`] = () => {
      decide(1, 'approved');
      return [200, { success: true, alias: aliases.data[0], proposal: {} }];
    };
    pages.answers[`POST ${PATH}/1/reopen`] = [200, { success: true, proposal: {} }];
    await page.keyboard.press('a');
    // the button is there for seconds
    await page.getByRole('button', { name: 'Отменить', exact: true }).click();
    await toast(page, 'Предложение одобрено');
    await page.getByRole('row').filter({ hasText: 'Бутылка 1' }).waitFor({ state: 'detached' });
    await toast(page, 'Предложение снова ждёт решения');

    await page.keyboard.press('k');
    await page.keyboard.press('r');
    const reject = page.getByRole('dialog', { name: 'Отклонить предложение?' });
    await reject.getByText('Джемесон Каскмейтс').waitFor();
    await page.keyboard.press('Enter');
    await toast(page, 'Ошибка отклонения предложения');
    await page.keyboard.press('r');
    await page.keyboard.type('Вес с пробкой');
    pages.answers[`POST ${PATH}/2/reject`] = () => {
      decide(2, 'rejected');
      return [200, { success: true, proposal: {} }];
    };
    await page.keyboard.press('Enter');
    await toast(page, 'Предложение отклонено');
    t.deepEqual(pages.of(`POST ${PATH}/2/reject`).at(-1)?.body, { reason: 'Вес с пробкой' });
    await page.getByRole('row').filter({ hasText: 'Джемесон Каскмейтс' }).waitFor({ state: 'detached' });

    await page.keyboard.press('e');
    const edit = page.getByRole('dialog', { name: 'Изменить и одобрить' });
    await edit.getByRole('row').filter({ hasText: 'Вес пустой, г' }).waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await edit.getByLabel('Вес пустой, г').fill('495');
    await edit.getByRole('button', { name: 'Сохранить и одобрить' }).click();
    await toast(page, 'Ошибка изменения предложения');
    pages.answers[`PUT ${PATH}/3/edit-and-approve`] = [200, { success: true, alias: aliases.data[2], proposal: {} }];
    await edit.getByRole('button', { name: 'Сохранить и одобрить' }).click();
    await toast(page, 'Предложение изменено и одобрено');
    const { editedData } = lastBody<{ editedData: object }>(pages, `PUT ${PATH}/3/edit-and-approve`);
    t.like(editedData, { weight_empty_g: 495 });
  },
  desktop,
);

browserTest(
  'a key decides on the row that was chosen, wherever the list has moved it, and on none where another took its place',
  async (t, { page }) => {
    const { pages, proposals } = await openBottles(t, page, '/aliases/proposals');
    const rows = page.getByRole('rowgroup').getByRole('row');
    await rows.filter({ hasText: 'Бутылка 1' }).waitFor();
    const active = page.locator('.list-row.is-active');
    const approvals = () => pages.calls.filter(({ call }) => call.endsWith('/approve')).map(({ call }) => call);
    const proposal = (id: number) => proposals.data.find((one) => one.id === id) ?? {};
    for (const id of [1, 2, 3])
      pages.answers[`POST ${PATH}/${id}/approve`] = () => {
        proposal(id).status = 'approved';
        return [200, { success: true, alias: { id }, proposal: {} }];
      };
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await active.filter({ hasText: 'Джемесон Каскмейтс' }).waitFor();

    // another administrator has decided on the first row
    proposal(1).status = 'approved';
    pages.emit({ resource: 'proposals' });
    await rows.filter({ hasText: 'Бутылка 1' }).waitFor({ state: 'detached' });
    await active.filter({ hasText: 'Джемесон Каскмейтс' }).waitFor();

    // and now on the chosen one
    proposal(2).status = 'approved';
    pages.emit({ resource: 'proposals' });
    await rows.filter({ hasText: 'Джемесон Каскмейтс' }).waitFor({ state: 'detached' });
    await page.keyboard.press('a');
    t.is(await active.count(), 0);
    await page.keyboard.press('j');
    await active.waitFor();
    await page.keyboard.press('a');
    await toast(page, 'Предложение одобрено');

    t.deepEqual(approvals(), [`POST ${PATH}/3/approve`], 'the row that a key named afterwards, once');
  },
  desktop,
);

browserTest(
  'several are approved or rejected at once; those decided already are not offered',
  async (t, { page }) => {
    const { pages, proposals } = await openBottles(t, page, '/aliases/proposals?status=all');
    Object.assign(proposals.data[0] ?? {}, {
      status: 'approved',
      decided_by: 'admin@test.example',
      decided_at: '2026-11-21T00:00:00Z',
    });
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Одобрено' }).waitFor();
    t.is(await page.getByRole('button', { name: 'Одобрить: Бутылка 1' }).count(), 0);
    for (const { id } of proposals.data) {
      pages.answers[`POST ${PATH}/${id}/reject`] = [200, { success: true, proposal: {} }];
      pages.answers[`POST ${PATH}/${id}/approve`] = [200, { success: true, alias: { id }, proposal: {} }];
    }
    await page.keyboard.press('j');
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Одобрить (5)' }).click();
    const all = page.getByRole('alertdialog', { name: 'Одобрить: 5?' });
    await all.getByRole('button', { name: 'Одобрить' }).click();
    await toast(page, 'Предложение одобрено: 5');
    t.is(pages.of(`POST ${PATH}/1/approve`).length, 0);
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Отклонить (5)' }).click();
    await page
      .getByRole('dialog', { name: 'Отклонить предложения: 5?' })
      .getByRole('button', { name: 'Отклонить' })
      .click();
    await toast(page, 'Предложение отклонено: 5');
    t.deepEqual(pages.of(`POST ${PATH}/2/reject`)[0]?.body, {});

    const asked = pages.calls.length;
    const [one] = proposals.data.slice(1);
    for (let id = 100; id < 110; id += 1) proposals.data.push({ ...structuredClone(one), id });
    await page.reload();
    await page.getByText('Джемесон Каскмейтс').nth(10).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Control+a');
    await page.getByRole('button', { name: 'Одобрить (15)' }).click();
    const question = page.getByRole('alertdialog', { name: 'Одобрить: 15?' });
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    t.false(
      pages.calls.slice(asked).some(({ call }) => call.startsWith('POST')),
      'so many are asked about',
    );
  },
  desktop,
);

browserTest(
  'a proposal with a barcode that the catalogue does not have lies beside what it is like',
  async (t, { page }) => {
    const { pages, aliases, proposals } = await openBottles(t, page, '/aliases');
    const proposal = proposals.data.find(({ current }) => current === null);
    const alias = aliases.data[0];
    const match = { brand: null, volume_ml: 700, reasons: [] };
    const results = [
      { ...match, id: alias?.id, name: 'Виски Jameson', ean: '5011007003005', confidence: 0.874 },
      { ...match, id: 999, name: 'Виски Другой', ean: '4006381333931', confidence: 0.01 },
    ];
    pages.answers['GET /catalog/search'] = [200, { success: true, data: { results }, results }];
    await page.goto(`${pages.url}${PATH}/${proposal?.id}`);
    const similar = page.getByRole('region', { name: 'Похоже на то, что уже есть' });
    await similar.getByText('0,7 л · 5011007003005 · 87 %').waitFor();
    t.is(await similar.getByRole('listitem').count(), 1, 'what is hardly alike is left out');
    t.true(pages.of('GET /catalog/search')[0]?.query.q?.startsWith(proposal?.description));
    t.deepEqual(await seriousViolations(page), []);
    await similar.getByRole('link', { name: 'Виски Jameson' }).click();
    await page.waitForURL(`**/admin/aliases/${alias?.id}`);
  },
  desktop,
);
