import type { Page } from 'playwright-core';
import { onPriceList, planOf, signInHere } from '../support/billing/billing-answers.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { answerCalls } from '../support/owner-pages/owner-pages.ts';
import { pages, setUpOwnerPages } from '../support/owner-pages/pages.ts';

setUpOwnerPages();

const plans = [
  planOf(2, 'Стартовый', {
    description: 'Для одного бара',
    features: [
      { text: 'вторая', order: 2 },
      { text: 'первая', order: 1 },
    ],
  }),
  planOf(3, 'Профессиональный', { price_monthly: '1990', price_yearly: '23880', is_featured: true }),
];

const publicPlans: [number, object] = [200, { success: true, plans: onPriceList(plans), free: null }];
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function open(page: Page, path: string, more: Parameters<typeof answerCalls>[1] = {}) {
  await signInHere(page);
  const answered = await answerCalls(page, {
    'GET /public/plans': publicPlans,
    'GET /billing/plans': [200, { success: true, plans }],
    ...more,
  });
  await page.goto(pages.url + path);
  return answered;
}

browserTest('a card tells a plan’s name, prices, saving and features in their order', async (t, { page }) => {
  await open(page, '/plans');
  const card = (name: string) => page.locator('label').filter({ hasText: name });
  await card('Стартовый').waitFor();
  const text = plain(await card('Стартовый').innerText());
  for (const words of ['Для одного бара', '₽/мес', '9 900 ₽/год, экономия 17%']) t.true(text.includes(words), text);
  t.deepEqual(await card('Стартовый').getByRole('listitem').allInnerTexts(), ['первая', 'вторая']);
  t.is(await card('Стартовый').getByText('популярный').count(), 0);
  t.is(await card('Профессиональный').getByText('популярный').count(), 1);
  const dear = plain(await card('Профессиональный').innerText());
  t.true(dear.includes('1 990 ₽/мес') && dear.includes('23 880 ₽/год'), dear);
  t.false(dear.includes('экономия'), dear);
});

browserTest(
  'the plan pressed on the landing is picked already, and the free one tells how far it goes',
  async (t, { page }) => {
    const free = { id: 1, name: 'free', display_name: 'Бесплатный', max_instances: 1, max_users_per_instance: 3 };
    await open(page, '/plans?plan=plan-3', {
      'GET /public/plans': [200, { success: true, plans: onPriceList(plans), free }],
    });
    await page.getByText('останется бесплатный: 1 заведение, до 3 пользователей, без срока').waitFor();
    t.true(await page.getByRole('radio', { name: /Профессиональный/ }).isChecked());
    await button(page, 'Продолжить').click();
    await page.waitForURL('**/subscription/payment/3');
  },
);

browserTest('one plan is picked, continued with or skipped, and may be changed later', async (t, { page }) => {
  await open(page, '/plans');
  await page.getByText('Тариф можно сменить позже в настройках.').waitFor();
  await button(page, 'Продолжить').click();
  await page.getByRole('alert').filter({ hasText: 'Выберите тариф' }).waitFor();
  t.regex(page.url(), /\/plans$/);
  await page.getByRole('radio', { name: /Стартовый/ }).check();
  await page.getByRole('radio', { name: /Профессиональный/ }).check();
  t.is(await page.getByRole('radio', { checked: true }).count(), 1);
  await button(page, 'Продолжить').click();
  await page.waitForURL('**/subscription/payment/3');
  await page.goto(`${pages.url}/plans`);
  await page.getByRole('link', { name: 'Пропустить' }).click();
  await page.waitForURL('**/dashboard');
});

browserTest('the sum is whole roubles of the period, and the saving is the year’s', async (t, { page }) => {
  const { answers, calls, of } = await open(page, '/subscription/payment/2');
  const sum = async () => plain(await page.locator('[aria-live=polite]').filter({ hasText: 'К оплате' }).innerText());
  await button(page, 'Оплатить').waitFor();
  t.is(await sum(), 'К оплате 990 ₽');
  await page.getByText('Год', { exact: true }).click();
  await page.getByText('Экономия 17%').waitFor();
  t.is(await sum(), 'К оплате 9 900 ₽ Экономия 17%');

  answers['POST /billing/create-payment'] = [
    201,
    { success: true, paymentId: 'p1', paymentUrl: `${pages.url}/faq?bank` },
  ];
  await button(page, 'Оплатить').click();
  await page.waitForURL('**/faq?bank');
  t.like(of('POST /billing/create-payment')[0]?.body, { planId: 2, billingPeriod: 'yearly' });
  const own = calls.filter(({ call }) => !call.includes('/public/'));
  t.true(own.length >= 3);
  for (const { call, authorization } of own) t.is(authorization, 'Bearer access', call);

  await page.goto(`${pages.url}/subscription/payment/3?period=yearly`);
  await button(page, 'Оплатить').waitFor();
  t.is(await sum(), 'К оплате 23 880 ₽');
});

browserTest('a payment that cannot be made is said in the server’s words, else the page’s own', async (t, { page }) => {
  const { answers } = await open(page, '/subscription/payment/2');
  answers['POST /billing/create-payment'] = [409, { success: false, error: 'Сегодня не получится' }];
  await button(page, 'Оплатить').click();
  await page.getByRole('alert').filter({ hasText: 'Сегодня не получится' }).waitFor();
  answers['POST /billing/create-payment'] = [500];
  await button(page, 'Оплатить').click();
  await page.getByRole('alert').filter({ hasText: 'Ошибка создания платежа' }).waitFor();
  t.regex(page.url(), /\/subscription\/payment\/2$/);
});

for (const [what, id, answer, said] of [
  ['is not there', '9', [200, { success: true, plans }], 'Тариф не найден'],
  ['is named and not numbered', 'plan-2', [200, { success: true, plans }], 'Тариф не найден'],
  ['cannot be loaded', '2', [400], 'Ошибка загрузки тарифа'],
] as [string, string, [number, object?], string][])
  browserTest(`a plan that ${what} leads back to the choice`, async (t, { page }) => {
    await open(page, `/subscription/payment/${id}`, { 'GET /billing/plans': answer });
    await toast(page, said);
    await page.waitForURL('**/plans');
    t.is(await page.getByRole('heading', { level: 1 }).innerText(), 'Выберите тариф');
  });

browserTest('plans that cannot be loaded are said', async (t, { page }) => {
  const { answers } = await open(page, '/plans', { 'GET /public/plans': [400] });
  await toast(page, 'Ошибка загрузки тарифов');
  answers['GET /public/plans'] = publicPlans;
  await button(page, 'Повторить').click();
  await page.getByRole('radio', { name: /Стартовый/ }).waitFor();
  t.is(await page.getByRole('radio').count(), 2);
});
