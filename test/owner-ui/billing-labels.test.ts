import type { Subscription } from '@ostatok/api/contract/billing.endpoints.ts';
import test from 'ava';
import { formatAmount, formatDay, outlook, statusOf } from '../../owner-ui/src/lib/billing-labels.ts';
import { PERIOD_END, subscriptionOf } from '../support/billing/billing-answers.ts';

test('each status has the label and the colour of the specification, an unknown one is shown as it came', (t) => {
  t.deepEqual(
    ['active', 'past_due', 'canceled', 'expired', 'paused'].map((status) => Object.values(statusOf(status))),
    [
      ['Активна', 'teal'],
      ['Просрочена', 'amber'],
      ['Отменена', 'gray'],
      ['Истекла', 'red'],
      ['paused', 'gray'],
    ],
  );
});

test('dates and sums are Russian', (t) => {
  t.is(formatDay(PERIOD_END), '21 декабря 2026');
  t.is(formatDay(null), '—');
  t.is(formatAmount(1234.5, 'RUB').replaceAll(/\s/g, ' '), '1 234,50 ₽');
  t.is(formatAmount(990, 'RUB').replaceAll(/\s/g, ' '), '990 ₽');
});

const sentence = (more: Partial<Subscription>): string => outlook(subscriptionOf(more)).replaceAll(/\s/g, ' ');

test('a subscription that goes on says what is charged, when, for what and from which card', (t) => {
  t.is(sentence({}), '21 декабря 2026 спишем 990 ₽ за следующий месяц (карта *4477).');
  t.regex(sentence({ billing_period: 'yearly', next_charge: 9900 }), /спишем 9 900 ₽ за следующий год/);
  t.regex(sentence({ next_charge: 0 }), /продлим из остатка на счёте/);
  t.regex(sentence({ payment_method: null }), /нужно оплатить 990 ₽ за следующий месяц\. Карта не сохранена/);
  t.regex(
    sentence({ deferred_plan_display_name: 'Годовой', deferred_billing_period: 'yearly', next_charge: 5000 }),
    /спишем 5 000 ₽ за «Годовой», следующий год/,
  );
});

test('one that does not go on says so, and what becomes of the venues', (t) => {
  t.regex(sentence({ status: 'canceled', auto_renew: false, next_charge: null }), /Больше ничего не спишем/);
  t.regex(sentence({ status: 'expired' }), /Заведения приостановлены, данные целы/);
  t.regex(sentence({ status: 'past_due', past_due_until: PERIOD_END }), /Оплатите до 21 декабря 2026:/);
  t.regex(
    sentence({ granted_until: PERIOD_END, returns_to: 'Бесплатный' }),
    /предоставлен до 21 декабря 2026, платить за него не нужно\. Потом вернётся «Бесплатный»/,
  );
  t.regex(sentence({ next_charge: null }), /работает до 21 декабря 2026\. Списаний больше не будет/);
  t.is(sentence({ is_free_plan: true, current_period_end: null }), 'Платить ничего не нужно.');
});
