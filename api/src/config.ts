import { EMAIL_LIKE } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { ADMIN_PASSWORD_LENGTH } from '../contract/auth.ts';
import { type Hosting, hostings } from '../contract/hosting.ts';
import { usesSwarm } from './hosting/hosting.ts';
import { parseTrustedProxies } from './ingress/trusted-proxies.ts';
import { isLoopback } from './platform/local-request.ts';

const flag = (): yup.BooleanSchema<boolean | undefined> =>
  yup.boolean().transform((_, given) => ({ '1': true, true: true, '0': false, false: false })[String(given)] ?? given);

const url = (name: string, ...protocols: string[]): yup.StringSchema<string | undefined> =>
  yup.string().test('url', `${name}: нужен адрес вида ${protocols[0]}://…`, (value) => {
    if (value === undefined) return true;
    const parsed = URL.parse(value);
    return parsed !== null && protocols.includes(parsed.protocol.slice(0, -1));
  });

/** Addresses separated by commas. */
const urls = (name: string, ...protocols: string[]): yup.StringSchema<string | undefined> =>
  yup.string().test('urls', `${name}: нужен адрес вида ${protocols[0]}://…, несколько — через запятую`, (value) =>
    (value?.split(',') ?? []).every((each) => {
      const parsed = URL.parse(each.trim());
      return parsed !== null && protocols.includes(parsed.protocol.slice(0, -1));
    }),
  );

const number = (name: string, least: number, most: number, fallback: number) =>
  yup
    .number()
    .typeError(`${name}: нужно число`)
    .min(least, `${name}: не меньше ${least}`)
    .max(most, `${name}: не больше ${most}`)
    .default(fallback);

const oneOf = <T extends string>(name: string, values: readonly [T, ...T[]]) =>
  yup
    .string<T>()
    .oneOf(values, `${name}: одно из ${values.join(', ')}`)
    .default(values[0]);

const neededFor = (name: string, other: string, value: string): yup.StringSchema<string | undefined> =>
  yup
    .string()
    .test('given', `${name}: обязателен при ${other}=${value}`, (given, { parent }) =>
      Boolean(given || parent[other] !== value),
    );

const neededWith = (name: string, other: string): yup.StringSchema<string | undefined> =>
  yup
    .string()
    .test('given', `${name}: обязателен вместе с ${other}`, (given, { parent }) => Boolean(given || !parent[other]));

const HOST_PATTERN = /^((\*\.)?[a-z0-9.-]+|\[[0-9a-f:.]+\])$/;

const UPSTREAM_PATTERN = /^([a-z0-9.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/;

const BUCKET_PATTERN = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9._-]+)*\/?$/;

/** A comma-separated list of host names, or of what else matches, in lower case. */
const hostList = (
  name: string,
  pattern = HOST_PATTERN,
  like = 'имена через запятую, как bars.example или *.bars.example',
) =>
  yup
    .array(yup.string().required().matches(pattern, `${name}: ${like}`))
    .transform((_, given) =>
      String(given)
        .toLowerCase()
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    )
    .default([]);

/** Splits a list of keys that are separated by commas or spaces. */
export const keysIn = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean);

const previousKeys = (name: string): yup.StringSchema<string | undefined> =>
  yup
    .string()
    .test('length', `${name}: прежние ключи через запятую, каждый не короче 32 символов`, (value) =>
      keysIn(value).every((key) => key.length >= 32),
    );

const isOnThisMachine = (databaseUrl: string | undefined): boolean =>
  !databaseUrl || isLoopback(URL.parse(databaseUrl)?.hostname ?? '');

/** The schema of the platform's environment; it matches the documented table exactly. */
export const platformEnvSchema = yup.object({
  NODE_ENV: yup.string().default('development'),
  PORT: number('PORT', 0, 65_535, 3000).integer('PORT: нужно целое число'),
  HOST: yup.string().default('127.0.0.1'),
  PUBLIC_URL: url('PUBLIC_URL', 'https', 'http'),
  BASE_DOMAIN: yup
    .string()
    .lowercase()
    .matches(/^[a-z0-9.-]+$/, 'BASE_DOMAIN: имя без протокола и порта, как bars.example')
    .default('localhost'),
  ALLOWED_HOSTS: hostList('ALLOWED_HOSTS'),
  /** The proxies whose X-Forwarded-For is believed: `loopback`, addresses and ranges, or the number of proxies. */
  TRUST_PROXY: yup
    .string()
    .default('loopback')
    .test(
      'proxies',
      'TRUST_PROXY: loopback, адреса и подсети через запятую (10.0.0.1, 192.168.0.0/16) или число прокси (1)',
      (value) => parseTrustedProxies(value) !== undefined,
    ),
  METRICS_TOKEN: yup.string().min(16, 'METRICS_TOKEN: не короче 16 символов'),
  SANDBOX: flag(),
  OSTATOK_HOME: yup.string().default('.ostatok'),
  OSTATOK_USER: yup.string().matches(/^[a-z_][a-z0-9_-]*$/, 'OSTATOK_USER: имя пользователя этой машины, как ostatok'),
  DATABASE_URL: url('DATABASE_URL', 'postgres', 'postgresql'),
  SECRET_KEY: yup
    .string()
    .min(32, 'SECRET_KEY: не короче 32 символов')
    .test(
      'given',
      'SECRET_KEY: обязателен вместе с DATABASE_URL (не короче 32 символов)',
      (value, { parent }) => Boolean(value) || !parent.DATABASE_URL,
    ),
  SECRET_KEY_PREVIOUS: previousKeys('SECRET_KEY_PREVIOUS'),
  BACKUP_KEY: yup.string().min(32, 'BACKUP_KEY: не короче 32 символов'),
  BACKUP_KEY_PREVIOUS: previousKeys('BACKUP_KEY_PREVIOUS'),
  ADMIN_EMAIL: yup
    .string()
    .lowercase()
    .matches(EMAIL_LIKE, 'ADMIN_EMAIL: нужен адрес почты')
    .default('admin@localhost'),
  ADMIN_PASSWORD: yup
    .string()
    .min(ADMIN_PASSWORD_LENGTH, `ADMIN_PASSWORD: не короче ${ADMIN_PASSWORD_LENGTH} символов`)
    .max(72, 'ADMIN_PASSWORD: не длиннее 72 символов'),
  /** Whether administrators need a second factor; by default they do in an open installation. */
  REQUIRE_ADMIN_2FA: flag(),
  HOSTING: oneOf('HOSTING', hostings).test(
    'database',
    'HOSTING=swarm: нужна база, до которой достают все машины роя. Задайте DATABASE_URL',
    (_given, { parent }) => !usesSwarm(parent) || Boolean(parent.DATABASE_URL),
  ),
  /** Where venues ran before that were not moved yet; they run on there. */
  HOSTING_BEFORE: yup
    .string<Hosting>()
    .oneOf(hostings, `HOSTING_BEFORE: одно из ${hostings.join(', ')}`)
    .test(
      'pair',
      'HOSTING_BEFORE: между docker и swarm заведения переезжают через process',
      (given, { parent }) => !given || given === 'process' || [given, 'process'].includes(parent.HOSTING),
    ),
  /** Where the container engine listens, for tenants in containers. */
  DOCKER_HOST: url('DOCKER_HOST', 'unix', 'http', 'https').default('unix:///var/run/docker.sock'),
  /** Where machines of a swarm fetch the images of tenants, like registry.example:5000/bar. */
  TENANT_REGISTRY: yup
    .string()
    .matches(
      /^[a-z0-9][a-z0-9.-]*(?::\d{1,5})?(?:\/[a-z0-9][a-z0-9._-]*)*$/,
      'TENANT_REGISTRY: нужен адрес вида registry.example:5000/ostatok',
    ),
  INGRESS: oneOf('INGRESS', ['builtin', 'nginx']),
  /** For `INGRESS=nginx`: the folder that nginx reads, which the platform writes; by default `nginx` in OSTATOK_HOME. */
  NGINX_DIR: yup.string(),
  /** The command that tests and reloads nginx, such as `sudo -n /usr/sbin/nginx`. */
  NGINX_COMMAND: yup.string().default('nginx'),
  /** The address that the platform asks nginx at; another one than the default where nginx is elsewhere. */
  NGINX_HOST: yup.string().default('127.0.0.1'),
  NGINX_HTTP_PORT: number('NGINX_HTTP_PORT', 1, 65_535, 80).integer('NGINX_HTTP_PORT: нужно целое число'),
  NGINX_HTTPS_PORT: number('NGINX_HTTPS_PORT', 1, 65_535, 443).integer('NGINX_HTTPS_PORT: нужно целое число'),
  /** The api processes that nginx passes requests on to; by default this one alone. */
  NGINX_UPSTREAMS: hostList('NGINX_UPSTREAMS', UPSTREAM_PATTERN, 'адреса процессов, как 127.0.0.1:3000,127.0.0.1:3001'),
  /** The certificate of BASE_DOMAIN and *.BASE_DOMAIN with its intermediate ones, and its key. */
  TLS_CERT: yup
    .string()
    .test(
      'given',
      'TLS_CERT: обязателен при INGRESS=nginx, если PUBLIC_URL начинается с https',
      (given, { parent }) =>
        Boolean(given) || parent.INGRESS !== 'nginx' || !String(parent.PUBLIC_URL ?? '').startsWith('https:'),
    ),
  TLS_KEY: neededWith('TLS_KEY', 'TLS_CERT'),
  /** The authority that certificates of venues' own domains are ordered from, for `INGRESS=nginx` with TLS_CERT. */
  ACME_DIRECTORY: url('ACME_DIRECTORY', 'https').default('https://acme-v02.api.letsencrypt.org/directory'),
  /** One address, or several separated by commas: the next one is used while the one before does not answer. */
  TELEGRAM_API_ROOT: urls('TELEGRAM_API_ROOT', 'http', 'https'),
  TELEGRAM_UPDATES: oneOf('TELEGRAM_UPDATES', ['polling', 'webhook']),
  /** The address of MAX's Bot API. */
  MAX_API_ROOT: url('MAX_API_ROOT', 'https', 'http'),
  /** The bot of MAX that all venues share which have none of their own. */
  MAX_BOT_TOKEN: yup
    .string()
    .matches(/^[\w.:-]{10,300}$/, 'MAX_BOT_TOKEN: нужен токен бота из кабинета MAX для бизнеса'),
  /** The certificate, in PEM, of the authority that MAX's hosts are certified by; it is trusted for them alone. */
  MAX_CA_FILE: yup.string(),
  /** The bot and the chat that administrators are alerted in, besides letters. */
  ALERT_BOT_TOKEN: neededWith('ALERT_BOT_TOKEN', 'ALERT_CHAT_ID').test(
    'token',
    'ALERT_BOT_TOKEN: нужен токен бота от @BotFather, вида 123456789:AA…',
    (value) => !value || /^\d{3,15}:[\w-]{20,100}$/.test(value),
  ),
  ALERT_CHAT_ID: neededWith('ALERT_CHAT_ID', 'ALERT_BOT_TOKEN').test(
    'chat',
    'ALERT_CHAT_ID: нужен номер чата (у группы он с минусом, как -1001234567890) или имя канала, как @ostatok_alerts',
    (value) => !value || /^(-?\d{1,20}|@[A-Za-z]\w{3,40})$/.test(value),
  ),
  SMTP_URL: url('SMTP_URL', 'smtps', 'smtp'),
  MAIL_FROM: yup.string(),
  SUPPORT_EMAIL: yup.string().matches(EMAIL_LIKE, 'SUPPORT_EMAIL: нужен адрес почты'),
  PAYMENTS: oneOf('PAYMENTS', ['mock', 'yookassa']),
  YOOKASSA_SHOP_ID: neededFor('YOOKASSA_SHOP_ID', 'PAYMENTS', 'yookassa'),
  YOOKASSA_SECRET_KEY: neededFor('YOOKASSA_SECRET_KEY', 'PAYMENTS', 'yookassa'),
  YOOKASSA_API_URL: url('YOOKASSA_API_URL', 'http', 'https').default('https://api.yookassa.ru/v3'),
  YANDEX_CLIENT_ID: yup.string(),
  YANDEX_CLIENT_SECRET: neededWith('YANDEX_CLIENT_SECRET', 'YANDEX_CLIENT_ID'),
  YANDEX_BASE_URL: url('YANDEX_BASE_URL', 'http', 'https'),
  GITHUB_CLIENT_ID: yup.string(),
  GITHUB_CLIENT_SECRET: neededWith('GITHUB_CLIENT_SECRET', 'GITHUB_CLIENT_ID'),
  GITHUB_BASE_URL: url('GITHUB_BASE_URL', 'http', 'https'),
  COMPANY_NAME: yup.string(),
  COMPANY_INN: yup.string().matches(/^(\d{10}|\d{12})$/, 'COMPANY_INN: 10 или 12 цифр'),
  COMPANY_ADDRESS: yup.string(),
  COMPANY_PHONE: yup.string(),
  OSTATOK_DEMO: flag(),
  BACKUP_DIR: yup
    .string()
    .test(
      'alone',
      'BACKUP_DIR: уберите или BACKUP_DIR, или BACKUP_URL: копии хранятся в одном месте',
      (given, { parent }) => Boolean(!given || !parent.BACKUP_URL),
    ),
  /** A bucket of a service that speaks S3, instead of a folder. */
  BACKUP_URL: yup
    .string()
    .matches(BUCKET_PATTERN, 'BACKUP_URL: нужен адрес вида s3://бакет/папка, из латинских букв, цифр, точек и дефисов'),
  S3_ENDPOINT: neededWith('S3_ENDPOINT', 'BACKUP_URL').concat(url('S3_ENDPOINT', 'https', 'http')),
  S3_REGION: yup
    .string()
    .matches(/^[a-z0-9-]+$/, 'S3_REGION: имя региона, как ru-central1')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: neededWith('S3_ACCESS_KEY_ID', 'BACKUP_URL'),
  S3_SECRET_ACCESS_KEY: neededWith('S3_SECRET_ACCESS_KEY', 'BACKUP_URL'),
  BACKUP_KEEP: number('BACKUP_KEEP', 1, 10_000, 14).integer('BACKUP_KEEP: нужно целое число'),
  /** The memory limit in MB of all processes of one tenant, if root starts the platform and the machine allows it. */
  TENANT_MEMORY_MB: number('TENANT_MEMORY_MB', 256, 1_000_000, 1024).integer('TENANT_MEMORY_MB: нужно целое число'),
  TENANT_TASKS: number('TENANT_TASKS', 32, 100_000, 128).integer('TENANT_TASKS: нужно целое число'),
  /** How much of one core a tenant in a container may take. */
  TENANT_CPU_PERCENT: number('TENANT_CPU_PERCENT', 10, 10_000, 100).integer('TENANT_CPU_PERCENT: нужно целое число'),
  /** Authorities that Node trusts besides its own; tenants trust them too. */
  NODE_EXTRA_CA_CERTS: yup.string(),
  /**
   * Where tenants in containers of this machine reach all api processes, at its address in their network; PostgreSQL is
   * brought to the next port where it lies elsewhere.
   */
  INTERNAL_PORT: number('INTERNAL_PORT', 1, 65_534, 3030).integer('INTERNAL_PORT: нужно целое число'),
  /** Where tenants reach the platform and PostgreSQL, if they run in another network than the platform. */
  TENANT_PLATFORM_URL: url('TENANT_PLATFORM_URL', 'http', 'https'),
  TENANT_DATABASE_URL: url('TENANT_DATABASE_URL', 'postgres', 'postgresql').test(
    'everywhere',
    'TENANT_DATABASE_URL: при HOSTING=swarm задайте адрес базы, до которого достают все машины роя',
    (given, { parent }) =>
      Boolean(given) || !usesSwarm(parent) || !isOnThisMachine(parent.DATABASE_URL as string | undefined),
  ),
  /** The address that tenants which are processes listen at, where other api processes are not on this machine. */
  TENANT_HOST: yup.string().default('127.0.0.1'),
  /** Whether tills may be reached at addresses of this machine and its private network, as where a bar runs all of it itself. */
  FEEDS_PRIVATE_ADDRESSES: flag(),
  TENANT_IDLE_MINUTES: number('TENANT_IDLE_MINUTES', 0, 1_000_000, 30),
  LOG_LEVEL: yup.string().oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});
export type PlatformEnv = yup.InferType<typeof platformEnvSchema>;
