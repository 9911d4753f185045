import test from 'ava';
import { fallbackPlans, featureLines, priceOf, savingOf, totalOf } from '../../owner-ui/src/lib/plans.ts';

const plan = (price_monthly: string | null, discount_percent = 0) => ({ price_monthly, discount_percent });

test('a plan without a price, or with zero, is on request', (t) => {
  t.is(priceOf(plan(null)).text, 'По запросу');
  t.is(priceOf(plan('0')).text, 'По запросу');
  t.true(priceOf(plan('')).onRequest);
});

test('a price is grouped as in Russian and is per month', (t) => {
  t.is(priceOf(plan('1990')).text, '1\u00a0990\u00a0₽/мес');
  t.is(priceOf(plan('990.00')).before, null);
});

test('a discount shows the price before it and its badge', (t) => {
  t.deepEqual(priceOf(plan('1990', 20)), {
    text: '1\u00a0592\u00a0₽/мес',
    before: '1\u00a0990\u00a0₽/мес',
    discount: '-20% скидка',
    onRequest: false,
  });
});

test('a discount’s kopecks are dropped, on the screen as in the charge', (t) => {
  t.is(priceOf(plan('995', 17)).text, '825\u00a0₽/мес');
  t.is(totalOf(plan('995', 17), 'monthly'), 825);
});

test('a year has its own price, with the same discount', (t) => {
  const yearly = { ...plan('990', 10), price_yearly: '9900' };
  t.deepEqual(
    [priceOf(yearly, 'yearly').text, priceOf(yearly, 'yearly').before],
    ['8\u00a0910\u00a0₽/год', '9\u00a0900\u00a0₽/год'],
  );
  t.true(priceOf({ ...plan('990'), price_yearly: null }, 'yearly').onRequest);
});

test('the free plan is free rather than on request', (t) => {
  t.is(priceOf({ ...plan('0'), name: 'free' }).text, 'Бесплатно');
});

test('the yearly saving is against twelve months, and never negative', (t) => {
  t.is(savingOf({ ...plan('990'), price_yearly: '9900' }), 17);
  t.is(savingOf({ ...plan('100'), price_yearly: '1300' }), 0);
  t.is(savingOf({ ...plan(null), price_yearly: '9900' }), 0);
});

test('the sum to pay is whole roubles of the period', (t) => {
  const prices = { ...plan('990.50'), price_yearly: '9900.00' };
  t.deepEqual([totalOf(prices, 'monthly'), totalOf(prices, 'yearly')], [990, 9900]);
  t.is(totalOf(plan(null), 'monthly'), null);
});

test('features come in their order, from any of the shapes they are kept in', (t) => {
  t.deepEqual(
    featureLines([
      { text: 'второе', order: 2 },
      { text: 'первое', order: 1 },
    ]),
    ['первое', 'второе'],
  );
  t.deepEqual(featureLines(['а', 'б']), ['а', 'б']);
  t.deepEqual(featureLines({ Сканер: true, Весы: false, Поддержка: 'Личный менеджер' }), ['Сканер', 'Личный менеджер']);
  t.deepEqual(featureLines(null), []);
});

test('without the server three plans are shown', (t) => {
  t.deepEqual(
    fallbackPlans.map((one) => [one.display_name, one.price_monthly, one.is_featured]),
    [
      ['Стартовый', '990', false],
      ['Профессиональный', '1990', true],
      ['Корпоративный', null, false],
    ],
  );
});
