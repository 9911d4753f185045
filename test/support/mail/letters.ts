import type { LetterData, Letterhead, LetterName } from '@ostatok/api/src/mail/letter-data.ts';

export const letterhead: Letterhead = {
  publicUrl: 'https://bars.example',
  supportEmail: 'help@bars.example',
  seller: { name: 'Смирнова Анна Петровна', inn: '770000000000' },
};

const name = 'Анна';
const plan = 'Профессиональный';

/** One letter of each kind as the services write it. */
export const sampleLetters: LetterData = {
  verify_email: { name, link: 'https://bars.example/verify-email?token=abc&x=1' },
  welcome: { name, link: 'https://bars.example/wizard' },
  reset_password: { name, link: 'https://bars.example/reset-password?token=abc&x=1' },
  receipt: {
    name,
    plan,
    paymentId: '7d1f0a52-3c4e-4f5a-9b60-1a2b3c4d5e6f',
    providerPaymentId: '2d9c1b7a-000f-5000-8000-1b2c3d4e5f60',
    description: 'Тариф «Профессиональный», месяц',
    billingPeriod: 'monthly',
    amount: 179_050,
    paidAt: '2026-11-21T11:05:00.000Z',
    period: { startsAt: '2026-11-21T11:05:00.000Z', endsAt: '2026-12-21T11:05:00.000Z' },
  },
  expiry_warning: {
    name,
    plan,
    endsAt: '2026-11-24T11:05:00.000Z',
    days: 3,
    reason: 'no_method',
    nextPlan: null,
  },
  coming_charge: {
    name,
    plan,
    billingPeriod: 'monthly',
    amount: 199_000,
    chargeAt: '2026-11-24T11:05:00.000Z',
    card: 'Bank card *4477',
  },
  price_rise: {
    name,
    plan,
    billingPeriod: 'yearly',
    oldPrice: 1_990_000,
    newPrice: 2_290_000,
    since: '2027-01-10T11:05:00.000Z',
  },
  suspended: { name, plan, endedAt: '2026-11-24T11:05:00.000Z' },
  payment_failed: {
    name,
    plan,
    amount: 199_000,
    nextAttemptAt: '2026-11-22T11:05:00.000Z',
    worksUntil: '2026-11-24T11:05:00.000Z',
  },
  account_deleted: { name, deletedAt: '2026-11-21T11:05:00.000Z' },
  security_notice: {
    name,
    what: 'Пароль изменён',
    at: '2026-11-21T11:05:00.000Z',
    address: '93.184.216.34',
    device: 'Chrome, Windows',
    link: 'https://bars.example/forgot-password',
  },
  support_access: {
    name,
    venue: 'Бар «Угол»',
    administrator: 'admin@bars.example',
    reason: 'Владелец просил проверить импорт',
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
    link: 'https://bars.example/admin/security-log',
  },
  alert: {
    name,
    what: 'Не запускаются заведения: 2',
    since: '2026-11-21T11:05:00.000Z',
    details: ['bar: не отвечает база данных', 'pub: не отвечает база данных'],
    command: 'ostatok tenants restart bar pub',
    link: 'https://bars.example/admin/tenants?status=down',
  },
};

/** The target of each letter's button; null: it has none. */
export const letterTargets: Record<LetterName, string | null> = {
  verify_email: sampleLetters.verify_email.link,
  welcome: sampleLetters.welcome.link,
  reset_password: sampleLetters.reset_password.link,
  receipt: 'https://bars.example/subscription',
  expiry_warning: 'https://bars.example/subscription',
  coming_charge: 'https://bars.example/subscription',
  price_rise: 'https://bars.example/subscription',
  suspended: 'https://bars.example/subscription',
  payment_failed: 'https://bars.example/subscription',
  account_deleted: null,
  security_notice: 'https://bars.example/forgot-password',
  support_access: null,
  bot_replaced: 'https://bars.example/dashboard',
  max_changed: 'https://bars.example/dashboard',
  security_alarm: sampleLetters.security_alarm.link,
  alert: sampleLetters.alert.link,
};
