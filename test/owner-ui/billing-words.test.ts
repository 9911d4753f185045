import type { Subscription } from '@ostatok/api/contract/billing.ts';
import test from 'ava';
import { formatAmount, formatDay, outlook, statusOf } from '../../owner-ui/src/lib/billing-words.ts';

const END = '2026-12-21T09:00:00.000Z';

const subscription = (more: Partial<Subscription> = {}): Subscription => ({
  status: 'active',
  plan_id: 2,
  plan: { name: 'starter', display_name: 'Стартовый', features: [], max_instances: 1, max_users_per_instance: 5 },
  billing_period: 'monthly',
  current_period_start: '2026-11-21T09:00:00.000Z',
  current_period_end: END,
  is_free_plan: false,
  is_expiring_soon: false,
  days_remaining: 30,
  auto_renew: true,
  deferred_plan_id: null,
  deferred_plan_name: null,
  deferred_plan_display_name: null,
  deferred_billing_period: null,
  balance: 0,
  next_charge: 990,
  payment_method: { title: 'Карта *4477' },
  past_due_until: null,
  granted_until: null,
  ...more,
});

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
  t.is(formatDay(END), '21 декабря 2026');
  t.is(formatDay(null), '—');
  t.is(formatAmount(1234.5, 'RUB').replaceAll(/\s/g, ' '), '1 234,50 ₽');
  t.is(formatAmount(990, 'RUB').replaceAll(/\s/g, ' '), '990 ₽');
});

const sentence = (more: Partial<Subscription>): string => outlook(subscription(more)).replaceAll(/\s/g, ' ');

test('a subscription that goes on says what is charged, when, for what and from which card', (t) => {
  t.is(sentence({}), '21 декабря 2026 спишем 990 ₽ за следующий месяц (Карта *4477).');
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
  t.regex(sentence({ status: 'past_due', past_due_until: END }), /Оплатите до 21 декабря 2026:/);
  t.regex(sentence({ granted_until: END }), /предоставлен до 21 декабря 2026\. Потом вернётся прежний/);
  t.regex(sentence({ next_charge: null }), /работает до 21 декабря 2026\. Списаний больше не будет/);
  t.is(sentence({ is_free_plan: true, current_period_end: null }), 'Платить ничего не нужно.');
});
