import type { PublicConfig } from '@ostatok/api/contract/public.endpoints.ts';
import type { Messenger } from '@ostatok/tenant-runtime/contract/messengers.ts';
import type { ProviderKeys, ProviderSettings } from './auth/providers/provider.ts';
import type { ConfiguredProvider } from './billing/providers/configured.ts';
import type { PlatformEnv } from './config.ts';
import type { TenantLimits } from './hosting/host.ts';
import { type IsTrusted, parseTrustedProxies } from './ingress/trusted-proxies.ts';
import type { Addresses } from './platform/addresses.ts';
import { hasSandbox, isOpen } from './platform/exposure.ts';
import { isLoopback } from './platform/local-request.ts';

const MAX_API = 'https://platform-api2.max.ru';

/**
 * The messengers that the built-in chat stands in for: those whose own address is not given. A token of a shared bot is
 * of the real MAX too.
 */
export const sandboxChatOf = (config: PlatformEnv): Record<Messenger, boolean> => ({
  telegram: hasSandbox(config) && !config.TELEGRAM_API_ROOT,
  max: hasSandbox(config) && !config.MAX_API_ROOT && !config.MAX_BOT_TOKEN,
});

/** Returns the URL with another host, where its own is this machine as it calls itself. */
function reachedAt(url: string, address: string | undefined): string {
  if (!address) return url;
  const parsed = new URL(url);
  if (!isLoopback(parsed.hostname)) return url;
  parsed.hostname = address;
  return parsed.href;
}

function withPlace(url: string, host: string, port: number): string {
  const parsed = new URL(url);
  parsed.hostname = host;
  parsed.port = String(port);
  return parsed.href;
}

/**
 * Whether containers of this machine reach PostgreSQL through the platform. The embedded one listens in their network,
 * and where another one does, TENANT_DATABASE_URL says so.
 */
export const relaysDatabase = ({ DATABASE_URL, TENANT_DATABASE_URL }: PlatformEnv): boolean =>
  DATABASE_URL !== undefined && TENANT_DATABASE_URL === undefined;

/** `gateway` is this machine's address as tenants in containers reach it. */
export function addressesOf(config: PlatformEnv, databaseUrl: string, port: number, gateway?: string): Addresses {
  const host = ['0.0.0.0', '::', '::0'].includes(config.HOST) ? '127.0.0.1' : config.HOST;
  const platformUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/$/, '');
  const builtIn = sandboxChatOf(config);
  const sandboxBot = `${publicUrl}/sandbox/chat?bot=`;
  const given = config.TELEGRAM_API_ROOT?.split(',').map((root) => root.trim().replace(/\/$/, '')) ?? [];
  const telegramBy = (platform: string): string =>
    given[0] ?? (builtIn.telegram ? `${platform}/sandbox/telegram` : 'https://api.telegram.org');
  return {
    platformUrl,
    telegramApiRoots: given.length > 0 ? given : [telegramBy(platformUrl)],
    maxApiRoot: (config.MAX_API_ROOT ?? (builtIn.max ? `${platformUrl}/sandbox/max` : MAX_API)).replace(/\/$/, ''),
    botUrlPrefixes: {
      telegram: builtIn.telegram ? sandboxBot : 'https://t.me/',
      max: builtIn.max ? sandboxBot : 'https://max.ru/',
    },
    databaseUrl,
    publicUrl,
    baseDomain: config.BASE_DOMAIN,
    ofTenants(hosting) {
      const contained = hosting !== 'process';
      const here = contained ? gateway : undefined;
      const ownUrl = hosting === 'docker' ? `http://${gateway}:${config.INTERNAL_PORT}` : reachedAt(platformUrl, here);
      const platform = (config.TENANT_PLATFORM_URL ?? ownUrl).replace(/\/$/, '');
      const relayed = hosting === 'docker' && relaysDatabase(config);
      return {
        platformUrl: platform,
        // containers reach nothing but this machine, and of several roots the platform knows which one answers: it
        // passes their calls on
        telegramApiRootOf: (id) =>
          contained || given.length > 1 ? `${platform}/internal/telegram/${id}` : telegramBy(platform),
        databaseUrl: relayed
          ? withPlace(databaseUrl, gateway ?? '', config.INTERNAL_PORT + 1)
          : (config.TENANT_DATABASE_URL ?? reachedAt(databaseUrl, here)),
      };
    },
  };
}

export const tenantLimitsOf = (config: PlatformEnv): TenantLimits => ({
  memoryMb: config.TENANT_MEMORY_MB,
  tasks: config.TENANT_TASKS,
  cpuPercent: config.TENANT_CPU_PERCENT,
});

/** The address in «Name <address>» of MAIL_FROM, where one is set: nobody answers at noreply. */
export function supportEmailOf({ SUPPORT_EMAIL, MAIL_FROM, BASE_DOMAIN }: PlatformEnv): string {
  if (SUPPORT_EMAIL) return SUPPORT_EMAIL;
  if (!MAIL_FROM) return `support@${BASE_DOMAIN}`;
  return /<([^<>]+)>\s*$/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM.trim();
}

/** The administrators' own chat; undefined where letters alone are sent. */
export const alertChatOf = ({
  ALERT_BOT_TOKEN: token,
  ALERT_CHAT_ID: chatId,
}: PlatformEnv): { token: string; chatId: string } | undefined => (token && chatId ? { token, chatId } : undefined);

/** Parses TRUST_PROXY, which the environment's schema has already validated. */
export const trustedProxiesOf = ({ TRUST_PROXY }: Pick<PlatformEnv, 'TRUST_PROXY'>): IsTrusted =>
  parseTrustedProxies(TRUST_PROXY) ?? (() => false);

/** Whether administrators must set up a second factor before anything else; by default where strangers may come. */
export const requiresAdminFactor = (config: PlatformEnv): boolean => config.REQUIRE_ADMIN_2FA ?? isOpen(config);

export function providerSettingsOf(config: PlatformEnv): ProviderSettings {
  const keysOf = (id?: string, secret?: string, baseUrl?: string): ProviderKeys | undefined =>
    id && secret ? { clientId: id, clientSecret: secret, baseUrl } : undefined;
  return {
    yandex: keysOf(config.YANDEX_CLIENT_ID, config.YANDEX_CLIENT_SECRET, config.YANDEX_BASE_URL),
    github: keysOf(config.GITHUB_CLIENT_ID, config.GITHUB_CLIENT_SECRET, config.GITHUB_BASE_URL),
  };
}

export const companyOf = (config: PlatformEnv): PublicConfig['company'] => ({
  name: config.COMPANY_NAME ?? null,
  inn: config.COMPANY_INN ?? null,
  address: config.COMPANY_ADDRESS ?? null,
  phone: config.COMPANY_PHONE ?? null,
});

/** Returns what pages may know of this installation. */
export function publicConfigOf(
  config: PlatformEnv,
  addresses: Addresses,
  providers: PublicConfig['providers'],
  payments: ConfiguredProvider,
): PublicConfig {
  const standIn = hasSandbox(config);
  const builtIn = sandboxChatOf(config);
  const { port } = new URL(addresses.publicUrl);
  return {
    baseDomain: `${addresses.baseDomain}${port ? `:${port}` : ''}`,
    providers,
    payments: payments.provider !== undefined,
    maxShared: config.MAX_BOT_TOKEN !== undefined,
    supportEmail: supportEmailOf(config),
    company: companyOf(config),
    sandbox: {
      chat: builtIn.telegram,
      max: builtIn.max,
      mail: standIn && !config.SMTP_URL,
      payments: payments.bank !== undefined,
    },
  };
}
