import type { AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import { formatBytes, plural } from '@ostatok/kit/node/russian.ts';
import type { BackupState } from '../diagnostics/advice.ts';
import { type DiskSpace, type DiskState, diskStateOf } from '../platform/disk-space.ts';
import type { JobRuns } from '../platform/jobs.ts';
import type { Some } from './attention.queries.ts';
import { about, line, NAMED, tenantsPath } from './line.ts';

const worstFirst: DiskState[] = ['full', 'nearly_full', 'crowded', 'roomy'];
const rankOf = ({ space }: { space: DiskSpace }): number => worstFirst.indexOf(diskStateOf(space));

/** One line of all disks that lack room, with the words of the fullest; undefined where none does. */
export function diskLine(disks: readonly { folder: string; space: DiskSpace }[]): AttentionLine | undefined {
  const short = disks
    .filter(({ space }) => diskStateOf(space) !== 'roomy')
    .toSorted((a, b) => rankOf(a) - rankOf(b) || b.space.usedPercent - a.space.usedPercent);
  const [fullest] = short;
  if (!fullest) return undefined;
  const { space } = fullest;
  const state = diskStateOf(space) as Exclude<DiskState, 'roomy'>;
  const left = `свободно ${formatBytes(space.free)}`;
  const texts = {
    full: `Диск полон: ${left}. Записи останавливаются`,
    nearly_full: `Диск почти полон: ${left}`,
    crowded: `Диск занят на ${space.usedPercent} %: ${left}`,
  };
  return line({
    id: 'disk',
    level: state === 'crowded' ? 'warning' : 'broken',
    text: texts[state],
    count: 1,
    details: short.map(({ folder }) => folder),
    action: { label: 'Что занимает место', path: '/test?tab=disk', command: 'ostatok diagnostics disk --fresh' },
  });
}

const DAY_MS = 86_400_000;
/** A renewal that has failed is tried again for a fortnight before visitors notice. */
export const CERTIFICATE_DAYS = 14;
const CERTIFICATE_URGENT_DAYS = 3;

/** Returns undefined while the certificate lasts long enough. */
export function certificateLine(ends: Date, now: Date): AttentionLine | undefined {
  const days = Math.floor((ends.getTime() - now.getTime()) / DAY_MS);
  if (days >= CERTIFICATE_DAYS) return undefined;
  const left = `через ${days} ${plural(days, ['день', 'дня', 'дней'])}`;
  return line({
    id: 'certificate',
    level: days < CERTIFICATE_URGENT_DAYS ? 'broken' : 'warning',
    text: days < 0 ? 'Сертификат сайта истёк: браузеры не открывают страниц' : `Сертификат сайта истекает ${left}`,
    count: 1,
    action: { label: 'Что проверить', path: '/test?tab=security', command: 'certbot renew' },
  });
}

export function downLine(some: Some): AttentionLine {
  const names = some.first.map(({ name }) => name).join(' ');
  return line({
    id: 'venues_down',
    level: 'broken',
    text: `Не запускаются заведения: ${some.count}`,
    ...about(some),
    action: {
      label: 'Показать',
      path: tenantsPath(some, 'status=down'),
      command: some.count > NAMED ? 'ostatok tenants list --status down' : `ostatok tenants restart ${names}`,
    },
  });
}

export const releasesLine = (some: Some): AttentionLine =>
  line({
    id: 'release_stopped',
    level: 'broken',
    text: `Выпуск остановлен, заведения работают на прежнем: ${some.first.map(({ name }) => name).join(', ')}`,
    ...about(some),
    action: { label: 'Выбрать выпуск', path: '/admin/images', command: 'ostatok images list' },
  });

const botTexts = {
  revoked: 'Telegram не принимает токен бота, заведений',
  conflict: 'Сообщения бота забирает другая программа, заведений',
};

export const botsLine = (state: 'revoked' | 'conflict', some: Some): AttentionLine =>
  line({
    id: `bots_${state}`,
    level: 'broken',
    text: `${botTexts[state]}: ${some.count}`,
    ...about(some),
    action: {
      label: 'Заменить токен',
      path: tenantsPath(some, `bot=${state}`),
      command:
        some.count === 1 ? `ostatok tenants token ${some.first[0]?.name}` : `ostatok tenants list --bot ${state}`,
    },
  });

export const messengerLine = (id: 'telegram_away' | 'max_away', messenger: string, bots: number): AttentionLine =>
  line({
    id,
    level: 'broken',
    text: `${messenger} не отвечает, сообщения ждут у него. Ботов: ${bots}`,
    count: bots,
    action: { label: 'Показать', path: '/admin/tenants', command: 'ostatok logs --level warn --since 1h' },
  });

export const bankLine = (since: Date): AttentionLine =>
  line({
    id: 'bank_away',
    level: 'broken',
    text: 'Платёжный сервис не отвечает: новые платежи не начинаются, начатые ждут',
    count: 1,
    since,
    action: {
      label: 'Показать платежи',
      path: '/admin/subscriptions',
      command: 'ostatok logs --level warn --since 1h',
    },
  });

export const signInLine = (away: { title: string; since: Date }[]): AttentionLine =>
  line({
    id: 'sign_in_away',
    level: 'warning',
    text: `Нет ответа от сервисов входа: ${away.map(({ title }) => title).join(', ')}. По паролю входят`,
    count: away.length,
    since: away.map(({ since }) => since).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
    action: { label: 'Журнал системы', path: '/admin/logs', command: 'ostatok logs --level warn --since 1h' },
  });

export const ownCertificatesLine = (some: Some): AttentionLine =>
  line({
    id: 'own_certificates',
    level: 'warning',
    text: `Нет сертификата своего домена, или он кончается, заведений: ${some.count}`,
    ...about(some),
    action: {
      label: 'Показать',
      path: some.count === 1 ? `/admin/tenants/${some.first[0]?.id}` : '/admin/tenants',
      command: `ostatok tenants domain ${some.first[0]?.name}`,
    },
  });

export const sitesLine = (some: Some): AttentionLine =>
  line({
    id: 'sites_refused',
    level: 'broken',
    text: 'nginx не принял сайты заведений и работает с прежними',
    count: some.count,
    since: some.since,
    details: some.first.map(({ reason }) => reason ?? ''),
    action: { label: 'Журнал системы', path: '/admin/logs', command: 'ostatok logs --level error --since 1h' },
  });

export const stuckVenuesLine = (some: Some): AttentionLine =>
  line({
    id: 'venues_stuck',
    level: 'broken',
    text: `Создаются дольше 10 минут, заведений: ${some.count}`,
    ...about(some),
    action: {
      label: 'Показать',
      path: '/admin/tenants?status=creating',
      command: 'ostatok cleanup run fix_mismatches',
    },
  });

export const lettersLine = (some: Some): AttentionLine =>
  line({
    id: 'letters_stuck',
    level: 'broken',
    text: `Письма не уходят: ${some.count}`,
    count: some.count,
    since: some.since,
    details: [...new Set(some.first.flatMap(({ reason }) => reason ?? []))],
    action: { label: 'Проверить почту', path: '/test?tab=security', command: 'ostatok doctor' },
  });

const jobLabels: Record<string, string> = {
  'billing-due': 'продления подписок',
  'billing-reconcile': 'сверка платежей с банком',
  'billing-refunds': 'возвраты',
  'suspended-chats': 'весть в чаты о том, что заведение снова работает',
  releases: 'удаление прежних выпусков',
  'tenant-sizes': 'размеры баз заведений',
  standing: 'приостановка неоплаченных заведений',
  erasures: 'повторное удаление данных',
  'venue-purge': 'удаление заведений навсегда',
  'account-purge': 'удаление учётных записей',
  'log-purge': 'удаление старых журналов',
  'operations-purge': 'удаление старых работ',
  quarantine: 'карантин',
  'alias-imports': 'загрузки алиасов',
  'drink-extract': 'справочник напитков для телефонов',
  'security-alarms': 'тревоги безопасности',
  alerts: 'письма и сообщения о неполадках',
  status: 'страница состояния',
  backups: 'резервные копии',
  'backup-proofs': 'проверка резервных копий',
};

export function jobsLine(runs: Pick<JobRuns, 'name' | 'error'>[]): AttentionLine | undefined {
  const failing = runs.filter(({ error }) => error !== null);
  if (failing.length === 0) return undefined;
  return line({
    id: 'jobs_failing',
    level: 'broken',
    text: `По расписанию не выполняется: ${failing.length}`,
    count: failing.length,
    details: failing.slice(0, NAMED).map(({ name, error }) => `${jobLabels[name] ?? name}: ${error}`),
    action: { label: 'Журнал системы', path: '/admin/logs', command: 'ostatok logs --level error --since 1h' },
  });
}

export function backupLines({ failing, stale, unproven }: BackupState): AttentionLine[] {
  const lines: (AttentionLine | false)[] = [
    failing > 0 &&
      line({
        id: 'backups_failing',
        level: 'broken',
        text: `Последняя копия не получилась, баз: ${failing}`,
        count: failing,
        action: {
          label: 'Причины',
          path: '/admin/backups?status=failed',
          command: 'ostatok backups list --status failed',
        },
      }),
    stale > 0 &&
      line({
        id: 'backups_stale',
        level: 'warning',
        text: `Нет копии за последние 36 часов, баз: ${stale}`,
        count: stale,
        action: { label: 'Сделать копии', path: '/admin/backups', command: 'ostatok backups create --all' },
      }),
    unproven > 0 &&
      line({
        id: 'backups_unproven',
        level: 'waiting',
        text: `Копии больше недели не проверялись восстановлением, баз: ${unproven}`,
        count: unproven,
        action: { label: 'Проверить', path: '/admin/backups', command: 'ostatok backups list' },
      }),
  ];
  return lines.filter((one) => one !== false);
}

export const refundsLine = (some: Some): AttentionLine =>
  line({
    id: 'refunds_stuck',
    level: 'warning',
    text: `Возвраты больше суток не проходят: ${some.count}`,
    ...about(some),
    action: {
      label: 'Показать подписки',
      path: '/admin/subscriptions',
      command: `ostatok subscriptions payment ${some.first[0]?.id}`,
    },
  });
