import * as yup from 'yup';
import { BLANK_PASSWORD, fitsBcrypt, isBlank, PASSWORD_TOO_LONG } from './auth.ts';
import { manyNames, searched } from './list-filters.ts';
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

export interface SubdomainCheck {
  success: true;
  valid: boolean;
  errors: string[];
  suggestions: string[];
}

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

export const createTenantSchema = yup.object({
  subdomain: subdomain(),
  botToken: botToken(),
  displayName: plainName(yup.string().typeError('Название — текст').trim().max(100, 'Не длиннее 100 знаков')),
  adminUsername: adminUsername(),
  /** Empty: one of twelve letters and digits is made. */
  adminPassword: yup
    .string()
    .typeError('Пароль — текст')
    .test('bytes', PASSWORD_TOO_LONG, fitsBcrypt)
    .test('length', 'Пароль должен быть не короче 6 символов', (value) => !value || value.length >= 6)
    .test('blank', BLANK_PASSWORD, (value) => !value || !isBlank(value)),
});
export type CreateTenant = yup.InferType<typeof createTenantSchema>;

/**
 * POST /admin/tenants → 202 and CreateTenantAnswer: an administrator opens a venue for its owner, within the owner's plan.
 * How far it is: GET /admin/tenants/:id/provision → TenantStatusAnswer.
 */
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
export type SuspendedBy = 'billing' | 'administrator';
export type TenantStatus = 'active' | 'creating' | 'suspended' | 'deleted';

export interface Tenant {
  id: string;
  tenant_id: string;
  subdomain: string;
  display_name: string;
  status: TenantStatus;
  web_url: string;
  bot_username: string | null;
  /** `revoked`: Telegram refuses its token, and it has to be replaced; `conflict`: another program takes its messages. */
  bot_state: 'ok' | 'revoked' | 'conflict';
  created_at: string;
  /** What it told last: figures of one that sleeps stand still. */
  stats: VenueFacts | null;
  /** Of a suspended one. */
  suspended_by?: SuspendedBy;
  /**
   * In a list of the owner's: its place, from 1, where the plan allows fewer than there are. The first are those that the
   * owner has chosen, then the oldest. Absent of one that an administrator has suspended: it takes no place.
   */
  keep_rank?: number;
}

export interface VenueFacts {
  userCount: number;
  itemCount?: number;
  lastChangeAt?: string | null;
  /** Roubles; the shortage is not above zero; `withoutCost` lines differ and are in no sum. */
  lastCount?: { title: string; closedAt: string; shortage: number; surplus: number; withoutCost: number } | null;
  /** `people`: who has entered something in the last quarter of an hour. */
  openCount?: { title: string; openedAt: string; lines: number; counted: number; people: string[] } | null;
}

/** GET /provision/deleted-tenants; POST /provision/tenant/{id}/restore → {success, status}: what it is then. */
export interface DeletedTenant {
  tenant_id: string;
  subdomain: string;
  display_name: string;
  deleted_at: string;
  restorable_until: string;
}

/** PUT /provision/kept-tenants: these run first where the plan allows fewer than there are, then the oldest. */
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
export type ProvisionStepName = (typeof provisionSteps)[number]['name'];

export interface ProvisionStep {
  name: ProvisionStepName;
  label: string;
  status: 'waiting' | 'running' | 'done' | 'failed' | 'undone';
  ms?: number;
  error?: string;
  /** A stable word for the error. */
  code?: string;
}

/** GET /provision/tenant/{id}/status */
export interface TenantStatusAnswer {
  success: true;
  status: TenantStatus | 'failed';
  running: boolean;
  provision: { status: 'running' | 'done' | 'failed'; steps: ProvisionStep[]; error: string | null } | null;
}

/**
 * POST /provision/create answers 201 when all is done; with `Prefer: respond-async` 202 at once, and the steps are
 * read from the status call. POST /provision/tenant/{id}/telegram-link → {telegramLink}: a new one, the one before ends.
 */
export interface CreateTenantAnswer {
  success: true;
  tenant: Tenant;
  adminCredentials: Credentials;
  /** Opens the bot and makes the chat the administrator's: once, within a day. null: to be had when all is done. */
  telegramLink: string | null;
}

/**
 * PUT /provision/tenant/{id}/bot-token, by its owner, and PUT /admin/tenants/{id}/bot-token → {success, bot}. Telegram
 * is asked first; `another`: not a new token of the same bot, but another bot.
 */
export const replaceBotSchema = yup.object({ botToken: botToken() });
export interface ReplacedBot {
  username: string;
  link: string;
  another: boolean;
}

/** GET /provision/can-create, beside `success` */
export interface CanCreate {
  canCreate: boolean;
  current: number;
  limit: number;
}

/** GET /admin/tenants */
export interface AdminTenant {
  id: string;
  tenant_id: string;
  subdomain: string;
  display_name: string;
  user_email: string;
  status: TenantStatus;
  web_url: string;
  created_at: string;
  /** The release that it last ran. */
  version: string | null;
  suspended_by?: SuspendedBy;
  /** Of an active one that does not start: since when, and why. */
  start_failed?: { since: string; reason: string };
  /** Of one that never came to be: it counts as deleted, but there was nothing to delete. */
  making_failed?: { at: string; reason: string };
  /** Whether it runs; one that is asleep wakes by itself. */
  awake: boolean;
  bot: { username: string | null; state: 'well' | 'revoked' | 'conflict' };
  last_active_at: string;
  /** Of a deleted one: when it was, and until when it can come back; null: no more. */
  deleted_at: string | null;
  restorable_until?: string | null;
}

/** GET /admin/tenants/load → {tenants}: what runs now, watched for a second, the hungriest first */
export interface TenantLoad {
  tenant_id: string;
  subdomain: string;
  user_email: string;
  /** Of one core. */
  cpu_percent: number;
  memory_bytes: number;
}

export const adminTenantSorts = [
  'id',
  'subdomain',
  'user_email',
  'status',
  'created_at',
  'display_name',
  'last_active_at',
  'deleted_at',
] as const;

/**
 * GET /admin/tenants/:id → {success, tenant}. DELETE /admin/tenants/:id → {success}: as its owner would.
 * POST /admin/tenants/:id/restore → {success, status}: a deleted one as it was, while its data is kept.
 */
export interface AdminTenantDetails extends AdminTenant {
  owner: { id: number; email: string; name: string; status: 'active' | 'blocked' | 'deleted' };
  plan: { name: string; display_name: string; status: string; period_end: string | null } | null;
  process: { state: 'running' | 'exited' | 'not_found'; started_at: string | null; crashes: number };
  endpoint: string | null;
  database_bytes: number | null;
  /** What the host keeps for it on disk. */
  disk_bytes: number | null;
  stats: { userCount: number; itemCount: number; changeCount: number; lastChangeAt: string | null } | null;
  last_backup: { id: string; bytes: number; finished_at: string; verified_at: string | null } | null;
  suspended_at: string | null;
}

/**
 * POST /admin/tenants/:id/support-session → {success, url, expires_at}: a link for one use within two minutes, that
 * opens the venue for an hour; both the venue and its owner see who came and why.
 */
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
  bot: yup.string().oneOf(['well', 'revoked', 'conflict'] as const, 'Бот — well, revoked или conflict'),
  awake: yup.boolean().typeError('Работает ли — true или false'),
});
export type AdminTenantFilter = yup.InferType<typeof adminTenantFilterSchema>;

/**
 * PUT /admin/tenants/:id/status → {success, status}: what it is then. Activated, a venue whose owner has not paid stays
 * suspended until they do.
 */
export const setTenantStatusSchema = yup.object({
  status: yup
    .string()
    .typeError('Состояние — active или suspended')
    .required('Состояние — active или suspended')
    .oneOf(['active', 'suspended'] as const, 'Состояние — active или suspended'),
});

/** GET /admin/tenants/:id/logs → {success, lines} */
export const tenantLogsSchema = yup.object({
  lines: yup
    .number()
    .typeError('Число строк — целое от 1 до 5000')
    .integer('Число строк — целое от 1 до 5000')
    .min(1, 'Число строк — целое от 1 до 5000')
    .max(5000, 'Число строк — целое от 1 до 5000')
    .default(200),
});

/** POST /internal/bot-state, from a venue's process */
export const botStateSchema = yup.object({
  state: yup
    .string()
    .required('Нужно состояние')
    .oneOf(['revoked', 'well'] as const, 'Состояние — revoked или well'),
});
