import {
  ACCOUNT_RETENTION_DAYS,
  PAYMENT_RETENTION_YEARS,
  VENUE_RETENTION_DAYS,
} from '@ostatok/api/contract/my-data.ts';
import { plainNameFrom } from '@ostatok/api/contract/plain-names.ts';
import { plural, quoted } from '@ostatok/kit/node/russian.ts';
import { maxChanges } from '../platform/max-changes.ts';
import { day, days, hours, moment, roubles } from '../platform/russian.ts';
import type { LetterData, Letterhead, LetterName } from './letter-data.ts';
import { fill, type LetterTemplate, type Values, type WrittenLetter } from './letter-template.ts';
import { compileMjml } from './mjml.ts';
import { readBuilt, readMjml, readText } from './shipped-letters.ts';

const DAY_MS = 86_400_000;

interface Letter<T extends LetterName> {
  /** The name of its two files in templates/emails. */
  file: string;
  /** The subject, which may hold the template's placeholders. */
  subject: string;
  /** The values besides the name and the letterhead; an empty value removes its section. */
  values: (data: LetterData[T], head: Letterhead) => Values;
}

const after = (from: string, count: number): string => day(new Date(Date.parse(from) + count * DAY_MS));
const years = (count: number): string => `${count}\u00a0${plural(count, ['год', 'года', 'лет'])}`;
const periodNames = { yearly: 'на год', monthly: 'на месяц' };
const sellerOf = ({ name, inn }: Letterhead['seller']): string =>
  [name, inn && `ИНН\u00a0${inn}`].filter(Boolean).join(', ');

/** Every letter the platform writes. */
const letters: { [T in LetterName]: Letter<T> } = {
  verify_email: { file: 'verify', subject: 'Подтвердите адрес почты', values: ({ link }) => ({ link }) },
  welcome: { file: 'welcome', subject: 'Добро пожаловать в «Остаток»', values: ({ link }) => ({ link }) },
  reset_password: { file: 'reset', subject: 'Сброс пароля', values: ({ link }) => ({ link }) },
  receipt: {
    file: 'receipt',
    subject: 'Чек на {{amount}}: тариф «{{plan}}»',
    values: (data, head) => ({
      paymentId: data.paymentId,
      providerPaymentId: data.providerPaymentId,
      description: data.description,
      plan: data.plan,
      periodName: periodNames[data.billingPeriod],
      amount: roubles(data.amount),
      paidAt: moment(new Date(data.paidAt)),
      periodStart: data.period ? day(new Date(data.period.startsAt)) : '',
      periodEnd: data.period ? day(new Date(data.period.endsAt)) : '',
      returned: data.period ? '' : 'да',
      seller: sellerOf(head.seller),
      paymentYears: years(PAYMENT_RETENTION_YEARS),
    }),
  },
  expiry_warning: {
    file: 'expiry-warning',
    subject: 'До конца подписки {{left}}',
    values: ({ plan, endsAt, days: left, hours: lastHours, reason, nextPlan }) => ({
      plan,
      endsAt: moment(new Date(endsAt)),
      left: lastHours ? hours(lastHours) : days(left),
      remains: `${plural(lastHours || left, ['остался', 'осталось', 'осталось'])}\u00a0${lastHours ? hours(lastHours) : days(left)}`,
      noMethod: reason === 'no_method' ? 'да' : '',
      stops: nextPlan ? '' : 'да',
      nextPlan: nextPlan ?? '',
    }),
  },
  coming_charge: {
    file: 'coming-charge',
    subject: 'Скоро спишем {{amount}} за подписку',
    values: ({ plan, billingPeriod, amount, chargeAt, card }) => ({
      plan,
      periodName: periodNames[billingPeriod],
      amount: roubles(amount),
      chargeAt: moment(new Date(chargeAt)),
      card,
    }),
  },
  price_rise: {
    file: 'price-rise',
    subject: 'С {{since}} тариф «{{plan}}» будет стоить {{newPrice}}',
    values: ({ plan, billingPeriod, oldPrice, newPrice, since }) => ({
      plan,
      perPeriod: billingPeriod === 'yearly' ? 'в год' : 'в месяц',
      oldPrice: roubles(oldPrice),
      newPrice: roubles(newPrice),
      since: day(new Date(since)),
    }),
  },
  suspended: {
    file: 'suspended',
    subject: 'Заведения приостановлены: подписка закончилась',
    values: ({ plan, endedAt }) => ({ plan, endedAt: moment(new Date(endedAt)) }),
  },
  payment_failed: {
    file: 'payment-failed',
    subject: 'Не удалось списать {{amount}} за подписку',
    values: ({ plan, amount, nextAttemptAt, worksUntil }) => ({
      plan,
      amount: roubles(amount),
      nextAttempt: nextAttemptAt ? moment(new Date(nextAttemptAt)) : '',
      byHand: nextAttemptAt ? '' : 'да',
      worksUntil: moment(new Date(worksUntil)),
    }),
  },
  account_deleted: {
    file: 'account-deleted',
    subject: 'Аккаунт удалён',
    values: ({ deletedAt }) => ({
      deletedAt: moment(new Date(deletedAt)),
      accountDays: days(ACCOUNT_RETENTION_DAYS),
      accountUntil: after(deletedAt, ACCOUNT_RETENTION_DAYS),
      venueDays: days(VENUE_RETENTION_DAYS),
      venueUntil: after(deletedAt, VENUE_RETENTION_DAYS),
      paymentYears: years(PAYMENT_RETENTION_YEARS),
    }),
  },
  security_notice: {
    file: 'security-notice',
    subject: '{{what}}',
    values: ({ what, at, address, device, link }) => ({ what, at: moment(new Date(at)), address, device, link }),
  },
  support_access: {
    file: 'support-access',
    subject: 'Поддержка входит в заведение {{venue}}',
    values: ({ venue, administrator, reason, at }) => ({
      venue: quoted(plainNameFrom(venue) || 'без названия'),
      administrator,
      reason,
      at: moment(new Date(at)),
    }),
  },
  bot_replaced: {
    file: 'bot-replaced',
    subject: '{{what}} заведения {{venue}}',
    values: ({ venue, who, bot, another, at }) => ({
      what: another ? 'Заменён бот' : 'Заменён токен бота',
      venue: quoted(plainNameFrom(venue) || 'без названия'),
      who,
      bot,
      at: moment(new Date(at)),
      another: another ? 'да' : '',
      same: another ? '' : 'да',
    }),
  },
  max_changed: {
    file: 'max-changed',
    subject: '{{what}} заведения {{venue}}',
    values: ({ venue, who, bot, change, at }) => ({
      what: maxChanges[change],
      venue: quoted(plainNameFrom(venue) || 'без названия'),
      who,
      bot: change === 'shared' ? 'общий бот «Остатка»' : `max.ru/${bot}`,
      at: moment(new Date(at)),
      another: change === 'own' || change === 'shared' ? 'да' : '',
      same: change === 'token' ? 'да' : '',
      none: change === 'none' ? 'да' : '',
    }),
  },
  security_alarm: {
    file: 'security-alarm',
    subject: 'Тревога безопасности',
    values: ({ alarm, at, link }) => ({ alarm, at: moment(new Date(at)), link }),
  },
  alert: {
    file: 'alert',
    subject: '{{what}}',
    values: ({ what, since, details, command, link }) => ({
      what,
      lasts: command ? 'да' : '',
      over: command ? '' : 'да',
      since: moment(new Date(since)),
      details: details.join('; '),
      command: command ?? '',
      link,
    }),
  },
};
export const letterNames = Object.keys(letters) as LetterName[];

export const isLetterName = (name: string): name is LetterName => Object.hasOwn(letters, name);

/** Reads the shipped letter. Without a build in the folder it is compiled from its sources: it has to go out. */
export async function shippedLetter(name: LetterName, builtIn?: string): Promise<LetterTemplate> {
  const { file, subject } = letters[name];
  const built = await readBuilt(file, builtIn);
  return { subject, ...(built ?? { html: await compileMjml(await readMjml(file)), text: await readText(file) }) };
}

export const shippedMjml = (name: LetterName): Promise<string> => readMjml(letters[name].file);

/** Cleans names here too, since older ones were stored unchecked. */
export const nameInLetter = (name: string): string => plainNameFrom(name) || 'коллега';

/** The values that every letter may use. */
export const commonValues = (head: Letterhead): Values => ({
  site: head.publicUrl,
  subscription: `${head.publicUrl}/subscription`,
  dashboard: `${head.publicUrl}/dashboard`,
  supportEmail: head.supportEmail,
});

/** All values that the letter may use. */
export const valuesOf = <T extends LetterName>(name: T, data: LetterData[T], head: Letterhead): Values => ({
  name: nameInLetter(data.name),
  ...commonValues(head),
  ...letters[name].values(data, head),
});

/** Writes the letter from `template` or from the shipped one. */
export async function writeLetter<T extends LetterName>(
  name: T,
  data: LetterData[T],
  head: Letterhead,
  template?: LetterTemplate,
): Promise<WrittenLetter> {
  return fill(template ?? (await shippedLetter(name)), valuesOf(name, data, head));
}
