import { BLANK_PASSWORD, fitsBcrypt, isBlank, PASSWORD_TOO_LONG } from '@ostatok/kit/contract/fields.ts';
import { isUuid } from '@ostatok/kit/contract/uuid.ts';
import * as yup from 'yup';
import { trueOrFalse, venueName } from './fields.ts';
import { manyNames, searched } from './list-filters.ts';
import { maxToken } from './max.ts';
import { plainName } from './plain-names.ts';

export const SUBDOMAIN_MIN = 3;
export const SUBDOMAIN_MAX = 40;

/** Names the platform needs for itself, that programs ask by themselves, or under which people would trust a stranger's page. */
const reservedSubdomains = [
  'www web api app apps admin administrator root system internal test testing dev stage staging sandbox scan status',
  'static assets cdn img images media files upload uploads download downloads docs doc blog news forum wiki about',
  'mail email webmail smtp imap pop pop3 mx mx1 mx2 postmaster hostmaster webmaster abuse noreply no-reply mailer',
  'ftp sftp ssh vpn proxy gateway ns ns1 ns2 ns3 ns4 dns localhost local localdomain broadcasthost wpad isatap',
  'autodiscover autoconfig mta-sts openpgpkey dmarc dkim spf well-known',
  'login logout signin sign-in signup sign-up register auth oauth oauth2 sso openid id identity passport session sessions',
  'account accounts profile user users my me cabinet password passwords reset verify verification confirm',
  'pay payment payments billing bill checkout invoice invoices bank card cards wallet refund refunds kassa yookassa oplata',
  'secure security safe ssl tls cert certs support help helpdesk service services team staff official info contact contacts',
  'ostatok telegram bot bots webhook webhooks socket ws metrics health healthz monitor monitoring grafana prometheus',
]
  .join(' ')
  .split(' ');

/** `login-bar`, `bar-payment`: such a name asks for a password or for money in our name. */
const luring =
  /^(login|signin|auth|oauth|sso|pay|payment|payments|billing|secure|security|account|support)-|-(login|signin|auth|sso|billing|secure|pay|payment|payments)$/;

export const subdomain = (): yup.StringSchema<string> =>
  yup
    .string()
    .typeError('Пожалуйста, выберите корректный поддомен')
    .trim()
    .lowercase()
    .required('Введите поддомен')
    .min(SUBDOMAIN_MIN, `Не короче ${SUBDOMAIN_MIN} символов`)
    .max(SUBDOMAIN_MAX, `Не длиннее ${SUBDOMAIN_MAX} символов`)
    .matches(/^[a-z0-9-]+$/, 'Только латинские буквы a–z, цифры и дефис')
    .matches(/^(?!-).*(?<!-)$/, 'Дефис не может стоять в начале или в конце')
    .matches(/^(?!xn--)/, 'Такой поддомен использовать нельзя')
    .notOneOf(reservedSubdomains, 'Этот поддомен занят системой')
    .test('luring', 'Этот поддомен занят системой', (value) => !luring.test(value ?? ''));

export const checkSubdomainSchema = yup.object({
  subdomain: yup.string().typeError('Поддомен — текст').max(200).default(''),
});
export const suggestSubdomainSchema = yup.object({
  companyName: yup.string().typeError('Название — текст').trim().max(200).required('Введите название'),
});

export const botToken = (): yup.StringSchema<string> =>
  yup
    .string()
    .typeError('Пожалуйста, введите токен бота')
    .trim()
    .required('Пожалуйста, введите токен бота')
    .matches(/^\d{3,15}:[\w-]{20,100}$/, 'Это не похоже на токен бота: он вида 123456789:AA…');

export const adminUsername = (): yup.StringSchema<string> =>
  yup
    .string()
    .typeError('Пожалуйста, введите логин администратора')
    .trim()
    .required('Пожалуйста, введите логин администратора')
    .max(64, 'Не длиннее 64 символов')
    .matches(/^[^@]*$/, 'Вводите username БЕЗ знака @')
    .matches(/^[A-Za-z0-9_.-]+$/, 'Только латинские буквы, цифры, точка, дефис и подчёркивание');

const WRONG_ARCHIVE = 'Архив — номер загруженного файла';

/**
 * Where staff talk with the venue beside its own chat, which every venue has: in Telegram or in MAX with a bot of its own,
 * in MAX with the bot that venues share, or nowhere else. More can be added later.
 */
export const chats = ['telegram', 'max', 'max_shared', 'own'] as const;

export const createTenantSchema = yup.object({
  subdomain: subdomain(),
  chat: yup
    .string()
    .oneOf([...chats], `Чат — ${chats.join(', ')}`)
    .default('telegram'),
  botToken: yup.string().when('chat', ([chat], schema) => (chat === 'telegram' ? botToken() : schema.strip())),
  /** The token of a bot in MAX. */
  maxToken: yup.string().when('chat', ([chat], schema) => (chat === 'max' ? maxToken() : schema.strip())),
  displayName: plainName(venueName()),
  adminUsername: adminUsername(),
  /** Empty: one of twelve letters and digits is made. */
  adminPassword: yup
    .string()
    .typeError('Пароль — текст')
    .test('bytes', PASSWORD_TOO_LONG, fitsBcrypt)
    .test('length', 'Пароль должен быть не короче 6 символов', (value) => !value || value.length >= 6)
    .test('blank', BLANK_PASSWORD, (value) => !value || !isBlank(value)),
  /** The id of an uploaded archive whose data the venue begins with. */
  archive: yup
    .string()
    .typeError(WRONG_ARCHIVE)
    .test('id', WRONG_ARCHIVE, (value) => !value || isUuid(value)),
});
export type CreateTenant = yup.InferType<typeof createTenantSchema>;

/** An administrator opens a venue for its owner, within the owner's plan. */
export const createForOwnerSchema = createTenantSchema.shape({
  owner: yup
    .string()
    .typeError('Владелец — email')
    .trim()
    .lowercase()
    .required('Назовите владельца: его email')
    .max(254, 'Не длиннее 254 знаков'),
});

/** Who suspended a venue: billing wakes its own after payment, an administrator's waits for an administrator. */
export const suspenders = ['billing', 'administrator'] as const;
export type SuspendedBy = (typeof suspenders)[number];
/** `none`: the venue has its own chat only. */
export const botStates = ['well', 'revoked', 'conflict', 'unreachable', 'none'] as const;

export const tenantStatuses = ['active', 'creating', 'suspended', 'deleted'] as const;
export type TenantStatus = (typeof tenantStatuses)[number];

/** These run first where the plan allows fewer than there are, then the oldest. */
export const keepTenantsSchema = yup.object({
  tenantIds: yup
    .array()
    .of(yup.string().strict().typeError('Заведение — его номер').max(40, 'Заведение не найдено').required())
    .strict()
    .typeError('tenantIds — список')
    .required('Выберите заведение')
    .min(1, 'Выберите хотя бы одно заведение')
    .max(1000, 'Не больше 1000 заведений'),
});

export interface Credentials {
  username: string;
  password: string;
}

/** In this order; the label is for people. */
export const provisionSteps = [
  { name: 'token', label: 'Проверка токена бота' },
  { name: 'database', label: 'Создание базы данных' },
  { name: 'start', label: 'Запуск заведения' },
  { name: 'health', label: 'Проверка работы' },
  { name: 'admin', label: 'Учётная запись администратора' },
  { name: 'ingress', label: 'Адрес в интернете' },
  { name: 'bot', label: 'Подключение бота' },
] as const;
/** Follows the database of a venue that is made from an archive. */
export const archiveStep = { name: 'archive', label: 'Загрузка данных из архива' } as const;
export const everyProvisionStep = [...provisionSteps, archiveStep];
export type ProvisionStepName = (typeof everyProvisionStep)[number]['name'];

export const replaceBotSchema = yup.object({ botToken: botToken() });
export type ReplaceBot = yup.InferType<typeof replaceBotSchema>;
/** What a venue takes of the machine; lists are sorted by it. */
export const tenantResources = ['cpu_percent', 'memory_bytes', 'database_bytes', 'disk_bytes'] as const;

export const adminTenantSorts = [
  'id',
  'subdomain',
  'user_email',
  'status',
  'created_at',
  'display_name',
  'last_active_at',
  'deleted_at',
  ...tenantResources,
] as const;

export const supportSessionSchema = yup.object({
  reason: yup
    .string()
    .typeError('Причина — текст')
    .trim()
    .required('Укажите причину')
    .min(10, 'Опишите причину подробнее: хотя бы 10 символов')
    .max(500, 'Не длиннее 500 символов'),
});

/** `down`: active, and does not start; `failed`: its making failed. */
export const adminTenantFilterSchema = yup.object({
  id: manyNames(),
  ...searched,
  status: yup
    .string()
    .oneOf(
      ['active', 'creating', 'suspended', 'deleted', 'down', 'failed'],
      'Состояние — active, creating, suspended, deleted, down или failed',
    ),
  /** Email. */
  owner: yup.string().typeError('Владелец — email').trim().lowercase().max(254, 'Не длиннее 254 знаков'),
  bot: yup.string().oneOf([...botStates], `Бот — ${botStates.join(', ')}`),
  awake: trueOrFalse('Работает ли'),
});
export type AdminTenantFilter = yup.InferType<typeof adminTenantFilterSchema>;

export const setTenantStatusSchema = yup.object({
  status: yup
    .string()
    .typeError('Состояние — active или suspended')
    .required('Состояние — active или suspended')
    .oneOf(['active', 'suspended'] as const, 'Состояние — active или suspended'),
});

export const tenantLogsSchema = yup.object({
  lines: yup
    .number()
    .typeError('Число строк — целое от 1 до 5000')
    .integer('Число строк — целое от 1 до 5000')
    .min(1, 'Число строк — целое от 1 до 5000')
    .max(5000, 'Число строк — целое от 1 до 5000')
    .default(200),
});

/** POST /internal/wake-at, from a tenant's process */
export const wakeAtSchema = yup.object({
  at: yup.date().nullable().defined('Нужно время или null').typeError('Время — в виде ISO 8601'),
});

/** POST /internal/bot-state, from a venue's process */
export const botStateSchema = yup.object({
  state: yup
    .string()
    .required('Нужно состояние')
    .oneOf(['revoked', 'well'] as const, 'Состояние — revoked или well'),
});
