import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Finding } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { weaknessOf } from '../auth/password-rules.ts';
import type { PlatformEnv } from '../config.ts';
import type { ConfinementTools } from '../hosting/confinement.ts';
import { hasSandbox, isOpen, isPublic } from '../platform/exposure.ts';
import { isLocalName, isLoopback } from '../platform/local-request.ts';
import { trustedProxiesOf } from '../settings.ts';
import { hostingRisk } from './hosting-risk.ts';

export interface Installation {
  config: PlatformEnv;
  /** The data folder, `$OSTATOK_HOME`. */
  home: string;
  /** The user id the platform was started with; undefined on systems without user ids. */
  uid: number | undefined;
  /** The tools that confine the tenants' running processes; absent before the start. */
  tools?: ConfinementTools | undefined;
  /** Whether the memory of each tenant is limited; absent before the start. */
  hasControlGroups?: boolean | undefined;
}

const unsafe = (id: string, message: string, advice: string): Finding => ({ id, level: 'unsafe', message, advice });
const warning = (id: string, message: string, advice: string): Finding => ({ id, level: 'warning', message, advice });

/** Resolves the links of a path that may not exist yet. */
function realPath(path: string): string {
  const full = resolve(path);
  return existsSync(full) || full === dirname(full)
    ? realpathSync(full)
    : join(realPath(dirname(full)), basename(full));
}
const isWithin = (inner: string, outer: string): boolean => `${inner}${sep}`.startsWith(`${outer}${sep}`);

function lettersFinding({ config }: Installation): Finding | undefined {
  if (config.SMTP_URL || hasSandbox(config)) return undefined;
  return unsafe(
    'letters',
    'Письма некуда отправлять: ссылки для входа и сброса пароля никто не получит',
    `Задайте SMTP_URL=smtps://имя:пароль@почта:465${isOpen(config) ? '' : '. Для пробы на своей машине — HOST=127.0.0.1 или SANDBOX=1'}`,
  );
}

function addressFindings({ config }: Installation): (Finding | undefined)[] {
  const { PUBLIC_URL, BASE_DOMAIN, HOST, NGINX_HOST } = config;
  const { protocol, hostname } = new URL(PUBLIC_URL ?? 'http://localhost');
  const isLocal = isLocalName(hostname);
  return [
    PUBLIC_URL === undefined
      ? unsafe(
          'public_url',
          'Не задан адрес, по которому люди открывают Остаток',
          'Задайте PUBLIC_URL=https://ваш-домен',
        )
      : undefined,
    protocol === 'http:' && !isLocal
      ? unsafe('plain_http', 'Пароли идут по сети открытым текстом', 'Настройте TLS и задайте PUBLIC_URL=https://…')
      : undefined,
    !isLocal && isLocalName(BASE_DOMAIN)
      ? warning('base_domain', 'Заведения открываются только на этой машине', 'Задайте BASE_DOMAIN=ваш-домен')
      : undefined,
    // an nginx elsewhere has to reach it
    isLoopback(HOST) || !isLoopback(NGINX_HOST)
      ? undefined
      : warning(
          'open_port',
          `Порт платформы открыт в сеть мимо TLS (HOST=${HOST})`,
          'Уберите HOST: пусть отвечает прокси',
        ),
  ];
}

/** Addresses from the ranges kept for examples; no installation's proxy has one. */
const STRANGERS = ['203.0.113.1', '2001:db8::1'];
/** A longer chain of proxies than anybody has: if an address is believed at this distance, every address is. */
const FAR = 16;

function proxyFinding({ config }: Installation): Finding | undefined {
  const isTrusted = trustedProxiesOf(config);
  const isBehindProxy = isLoopback(config.HOST);
  if (STRANGERS.some((stranger) => isTrusted(stranger, isBehindProxy ? FAR : 0)))
    return unsafe(
      'trust_proxy',
      'Любой, кто подключится, может назваться чужим адресом и обойти ограничения попыток',
      'Перечислите в TRUST_PROXY только адреса своих прокси',
    );
  if (!isBehindProxy || !isPublic(config) || isTrusted('127.0.0.1', 0)) return undefined;
  return unsafe(
    'trust_proxy',
    'Прокси этой машины не доверяют: все посетители выглядят одним, и чужие попытки входа мешают всем',
    'Уберите TRUST_PROXY или добавьте в него loopback',
  );
}

async function administratorFindings({ config }: Installation): Promise<(Finding | undefined)[]> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = config;
  const weakness = password && (await weaknessOf(password, { role: 'admin', email, name: '' }));
  return [
    email.endsWith('@localhost')
      ? unsafe(
          'admin_email',
          'Администратор не получит писем: его адрес не настоящий',
          'Задайте ADMIN_EMAIL=вы@ваш-домен',
        )
      : undefined,
    weakness ? unsafe('admin_password', 'Пароль администратора слаб', `ADMIN_PASSWORD: ${weakness}`) : undefined,
  ];
}

function backupKeyFinding({ config }: Installation): Finding | undefined {
  if (config.BACKUP_KEY) return undefined;
  return warning(
    'backup_key',
    'Резервные копии не зашифрованы: кто получит файл, прочтёт его',
    'Задайте BACKUP_KEY (openssl rand -base64 33) и храните его отдельно от копий',
  );
}

/** Encrypted backups may go over any wire. */
function bucketFinding({ config }: Installation): Finding | undefined {
  const { BACKUP_URL, BACKUP_KEY, S3_ENDPOINT = '' } = config;
  if (!BACKUP_URL || BACKUP_KEY || !S3_ENDPOINT.startsWith('http:')) return undefined;
  if (isLocalName(new URL(S3_ENDPOINT).hostname)) return undefined;
  return unsafe(
    'bucket_http',
    'Незашифрованные копии идут в бакет по открытой сети',
    'Задайте S3_ENDPOINT с https:// или BACKUP_KEY',
  );
}

/** A backup folder that contains the key would expose its own contents; a key in the environment is not there. */
function secretFinding({ config, home }: Installation): Finding | undefined {
  if (config.SECRET_KEY || config.BACKUP_KEY || config.BACKUP_URL) return undefined;
  const [backups, root] = [realPath(config.BACKUP_DIR ?? join(home, 'backups')), realPath(home)];
  if (!isWithin(backups, root) && !isWithin(root, backups)) return undefined;
  return unsafe(
    'secret_beside_backups',
    'Ключ платформы лежит в одной папке с резервными копиями',
    'Задайте BACKUP_DIR в другом месте, лучше на другом диске',
  );
}

/** Returns all unsafe settings of this configuration at once; most rules apply only where strangers may reach it. */
export async function findingsAtStart(installation: Installation): Promise<Finding[]> {
  const { config, uid, tools, hasControlGroups } = installation;
  const ofAnybody = [lettersFinding(installation)];
  const ofOpen = isOpen(config)
    ? [
        config.SANDBOX
          ? unsafe('sandbox', 'Пробные чат и почта показали бы письма всем', 'Уберите SANDBOX=1')
          : undefined,
        ...addressFindings(installation),
        proxyFinding(installation),
        ...(await administratorFindings(installation)),
        hostingRisk(config, { uid, tools, hasControlGroups }),
        secretFinding(installation),
        backupKeyFinding(installation),
        bucketFinding(installation),
      ]
    : [];
  return [...ofAnybody, ...ofOpen].filter((finding) => finding !== undefined);
}

export class UnsafeStart extends Error {
  constructor(findings: Finding[]) {
    const lines = findings.map(({ message, advice }) => `  - ${message}.\n    ${advice}`);
    super(`Так запускать небезопасно:\n${lines.join('\n')}`);
    this.name = 'UnsafeStart';
  }
}

/** Throws UnsafeStart with everything that has to be mended first. */
export async function requireSafeStart(installation: Installation): Promise<void> {
  const findings = (await findingsAtStart(installation)).filter(({ level }) => level === 'unsafe');
  if (findings.length > 0) throw new UnsafeStart(findings);
}
