import type { EmailVariable } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { MARKETING } from '@ostatok/api/contract/email-templates.ts';
import type { LetterData, Letterhead, LetterName } from './letter-data.ts';
import type { Values } from './letter-template.ts';
import { commonValues, valuesOf } from './letters.ts';

const name = 'Анна';
const plan = 'Профессиональный';

/** Example data for previews, one of each kind. */
const examples = ({ publicUrl }: Letterhead): LetterData => ({
  verify_email: { name, link: `${publicUrl}/verify-email?token=primer` },
  welcome: { name, link: `${publicUrl}/wizard` },
  reset_password: { name, link: `${publicUrl}/reset-password?token=primer` },
  receipt: {
    name,
    plan,
    paymentId: '7d1f0a52-3c4e-4f5a-9b60-1a2b3c4d5e6f',
    providerPaymentId: '2d9c1b7a-000f-5000-8000-1b2c3d4e5f60',
    description: 'Тариф «Профессиональный», месяц',
    billingPeriod: 'monthly',
    amount: 199_000,
    paidAt: '2026-11-21T11:05:00.000Z',
    period: { startsAt: '2026-11-21T11:05:00.000Z', endsAt: '2026-12-21T11:05:00.000Z' },
  },
  expiry_warning: { name, plan, endsAt: '2026-12-21T11:05:00.000Z', days: 3, reason: 'no_method', nextPlan: null },
  coming_charge: {
    name,
    plan,
    billingPeriod: 'monthly',
    amount: 199_000,
    chargeAt: '2026-12-21T11:05:00.000Z',
    card: 'Bank card *4477',
  },
  price_rise: {
    name,
    plan,
    billingPeriod: 'monthly',
    oldPrice: 199_000,
    newPrice: 229_000,
    since: '2027-01-21T11:05:00.000Z',
  },
  suspended: { name, plan, endedAt: '2026-12-21T11:05:00.000Z' },
  payment_failed: {
    name,
    plan,
    amount: 199_000,
    nextAttemptAt: '2026-12-22T11:05:00.000Z',
    worksUntil: '2026-12-24T11:05:00.000Z',
  },
  account_deleted: { name, deletedAt: '2026-11-21T11:05:00.000Z' },
  security_notice: {
    name,
    what: 'Пароль изменён',
    at: '2026-11-21T11:05:00.000Z',
    address: '93.184.216.34',
    device: 'Chrome, Windows',
    link: `${publicUrl}/forgot-password`,
  },
  support_access: {
    name,
    venue: 'Бар «Угол»',
    administrator: 'support@ostatok.example',
    reason: 'Вы просили проверить импорт остатков',
    at: '2026-11-21T11:05:00.000Z',
  },
  bot_replaced: {
    name,
    venue: 'Бар «Угол»',
    who: 'anna@bar.example',
    bot: 'ugol_bar_bot',
    another: true,
    at: '2026-11-21T11:05:00.000Z',
  },
  max_changed: {
    name,
    venue: 'Бар «Угол»',
    who: 'anna@bar.example',
    bot: 'id7701234567_bot',
    change: 'own',
    at: '2026-11-21T11:05:00.000Z',
  },
  security_alarm: {
    name,
    alarm: 'За час 120 неудач при входе',
    at: '2026-11-21T11:05:00.000Z',
    link: `${publicUrl}/admin/security-log`,
  },
  alert: {
    name,
    what: 'Не запускаются заведения: 2',
    since: '2026-11-21T11:05:00.000Z',
    details: ['bar: не отвечает база данных', 'pub: не отвечает база данных'],
    command: 'ostatok tenants restart bar pub',
    link: `${publicUrl}/admin/tenants?status=down`,
  },
});

const labels: Record<string, string> = {
  name: 'Имя получателя',
  email: 'Адрес получателя',
  site: 'Адрес сайта',
  subscription: 'Ссылка на подписку',
  dashboard: 'Ссылка на личный кабинет',
  supportEmail: 'Почта поддержки',
  unsubscribe: 'Ссылка для отписки',
  link: 'Ссылка, ради которой письмо',
  paymentId: 'Номер чека',
  providerPaymentId: 'Номер платежа в банке',
  description: 'Услуга',
  plan: 'Тариф',
  periodName: 'На какой срок',
  amount: 'Сумма',
  paidAt: 'Когда оплачено',
  periodStart: 'Начало периода',
  periodEnd: 'Конец периода',
  returned: 'Условие: деньги вернутся',
  seller: 'Продавец',
  paymentYears: 'Срок хранения документов',
  endsAt: 'Когда закончится подписка',
  left: 'Сколько осталось',
  remains: 'Сколько осталось, словами',
  noMethod: 'Условие: карта не сохранена',
  stops: 'Условие: заведения остановятся',
  nextPlan: 'Следующий тариф',
  chargeAt: 'Когда спишется',
  card: 'Способ оплаты',
  perPeriod: 'За какой срок цена',
  oldPrice: 'Прежняя цена',
  newPrice: 'Новая цена',
  since: 'С какого времени',
  endedAt: 'Когда закончилась подписка',
  nextAttempt: 'Следующая попытка',
  byHand: 'Условие: платить вручную',
  worksUntil: 'До какого времени всё работает',
  deletedAt: 'Когда удалён аккаунт',
  accountDays: 'Срок хранения аккаунта',
  accountUntil: 'До какого дня хранится аккаунт',
  venueDays: 'Срок хранения заведений',
  venueUntil: 'До какого дня хранятся заведения',
  venue: 'Название заведения',
  administrator: 'Кто входит',
  reason: 'Причина входа',
  at: 'Когда',
  what: 'Что произошло',
  address: 'С какого адреса',
  device: 'С какого устройства',
  who: 'Кто заменил бота',
  bot: 'Имя бота',
  another: 'Условие: бот другой',
  same: 'Условие: бот прежний',
  alarm: 'Что тревожит',
  lasts: 'Условие: неполадка ещё есть',
  over: 'Условие: неполадка прошла',
  details: 'Что затронуто',
  command: 'Команда, которая чинит',
};

/** The placeholders that each letter must contain to be of any use. */
const required: Record<LetterName, string[]> = {
  verify_email: ['link'],
  welcome: ['link'],
  reset_password: ['link'],
  receipt: ['amount', 'paymentId', 'paidAt'],
  expiry_warning: ['endsAt'],
  coming_charge: ['amount', 'chargeAt'],
  price_rise: ['newPrice', 'since'],
  suspended: ['subscription'],
  payment_failed: ['worksUntil'],
  account_deleted: ['venueUntil'],
  security_notice: ['what', 'link'],
  support_access: ['administrator', 'reason'],
  bot_replaced: ['venue', 'bot'],
  max_changed: ['venue', 'bot'],
  security_alarm: ['alarm', 'link'],
  alert: ['what', 'link'],
};

export const letterTitles: Record<LetterName, string> = {
  verify_email: 'Подтверждение адреса',
  welcome: 'Добро пожаловать',
  reset_password: 'Сброс пароля',
  receipt: 'Чек об оплате',
  expiry_warning: 'Подписка заканчивается',
  coming_charge: 'Скоро списание',
  price_rise: 'Новая цена',
  suspended: 'Заведения приостановлены',
  payment_failed: 'Не удалось списать оплату',
  account_deleted: 'Аккаунт удалён',
  security_notice: 'Безопасность входа',
  support_access: 'Вход поддержки',
  bot_replaced: 'Бот заменён',
  max_changed: 'Бот MAX',
  security_alarm: 'Тревога безопасности',
  alert: 'Неполадка на платформе',
};

export type TemplateType = LetterName | typeof MARKETING;

/** Returns the example values for a preview. */
export function exampleValues(type: TemplateType, head: Letterhead): Values {
  if (type !== MARKETING) return valuesOf(type, examples(head)[type], head);
  const unsubscribe = `${head.publicUrl}/api/public/unsubscribe?token=primer`;
  return { name, email: 'anna@bar.example', ...commonValues(head), unsubscribe };
}

export function variablesOf(type: TemplateType, head: Letterhead): EmailVariable[] {
  const needed = type === MARKETING ? [] : required[type];
  return Object.entries(exampleValues(type, head)).map(([key, example]) => ({
    name: key,
    label: labels[key] ?? key,
    example,
    required: needed.includes(key),
  }));
}
