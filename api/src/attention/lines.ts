import type { AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import type { Finding } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import type { AdminPayment } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { formatBytes } from '@ostatok/kit/node/russian.ts';
import type { BackupState } from '../diagnostics/advice.ts';
import { type DiskSpace, diskStateOf } from '../platform/disk-space.ts';
import type { JobRuns } from '../platform/jobs.ts';
import type { Some } from './attention.queries.ts';

export const NAMED = 3;

type Line = Omit<AttentionLine, 'since' | 'details'> & { since?: Date | null; details?: string[] };

const line = ({ since, details = [], ...rest }: Line): AttentionLine => ({
  ...rest,
  details,
  since: since?.toISOString() ?? null,
});

const named = ({ first }: Some): string[] => first.map(({ name, reason }) => (reason ? `${name}: ${reason}` : name));
const about = (some: Some) => ({ count: some.count, since: some.since, details: named(some) });
/** One tenant has a page of its own; several have a list. */
const tenantsPath = ({ count, first }: Some, query: string): string =>
  count === 1 ? `/admin/tenants/${first[0]?.id}` : `/admin/tenants?${query}`;

export function diskLine(path: string, space: DiskSpace): AttentionLine | undefined {
  const state = diskStateOf(space);
  if (state === 'roomy') return undefined;
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
    details: [path],
    action: { label: 'Что занимает место', path: '/test?tab=disk', command: 'ostatok diagnostics disk --fresh' },
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

export const busyLine = (some: Some): AttentionLine =>
  line({
    id: 'venues_busy',
    level: 'warning',
    text: `Занимают процессор, заведений: ${some.count}`,
    ...about(some),
    action: {
      label: 'Показать',
      path: some.count === 1 ? `/admin/tenants/${some.first[0]?.id}` : '/admin/tenants',
      command: 'ostatok tenants top',
    },
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

export const campaignsLine = (some: Some): AttentionLine =>
  line({
    id: 'campaigns_stuck',
    level: 'warning',
    text: `Рассылки стоят: ${some.count}`,
    ...about(some),
    action: { label: 'Показать', path: '/admin/email', command: `ostatok campaigns show ${some.first[0]?.id}` },
  });

const problems: Record<NonNullable<AdminPayment['problem']>, string> = {
  disputed: 'оплата пришла, но применить её не к чему',
  refund_lost: 'возврат остался без ответа банка',
  refund_failed: 'возврат не прошёл',
};

export const paymentsLine = (total: number, first: AdminPayment[]): AttentionLine =>
  line({
    id: 'payments',
    level: 'warning',
    text: `Платежи ждут решения: ${total}`,
    count: total,
    details: first.map(({ payer_email, problem }) => `${payer_email}: ${problem ? problems[problem] : 'спор'}`),
    action: {
      label: 'Решить',
      path: '/admin#payments',
      command:
        total === 1
          ? `ostatok subscriptions payment ${first[0]?.id}`
          : 'ostatok subscriptions payments --status attention',
    },
  });

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

export const workLine = (some: Some): AttentionLine =>
  line({
    id: 'work_failed',
    level: 'warning',
    text: `Работы не удались: ${some.count}`,
    ...about(some),
    action: {
      label: 'Показать',
      path: some.count === 1 ? `/admin/operations/${some.first[0]?.id}` : '/admin/operations',
      command: `ostatok operations show ${some.first[0]?.id}`,
    },
  });

const jobLabels: Record<string, string> = {
  'billing-due': 'продления подписок',
  'billing-reconcile': 'сверка платежей с банком',
  'billing-refunds': 'возвраты',
  'suspended-chats': 'весть в чаты о том, что заведение снова работает',
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
  alerts: 'письма о неполадках',
  status: 'страница состояния',
  backups: 'резервные копии',
  'backup-proofs': 'проверка резервных копий',
};

export function jobsLine(runs: JobRuns[]): AttentionLine | undefined {
  const failing = runs.filter(({ error }) => error !== null);
  if (failing.length === 0) return undefined;
  return line({
    id: 'jobs_failing',
    level: 'broken',
    text: `По расписанию не выполняется: ${failing.length}`,
    count: failing.length,
    details: failing.slice(0, NAMED).map(({ name, error }) => `${jobLabels[name] ?? name}: ${error}`),
    action: { label: 'Проверить систему', path: '/test', command: 'ostatok diagnostics run' },
  });
}

export const alarmsLine = (some: Some): AttentionLine =>
  line({
    id: 'sign_ins',
    level: 'warning',
    text: `Подозрительные входы за сутки: ${some.count}`,
    ...about(some),
    action: {
      label: 'Журнал безопасности',
      path: '/admin/security-log',
      command: 'ostatok security log',
    },
  });

/** Findings that other lines already report. */
const reportedElsewhere = new Set(['disk', 'backups']);

export function unsafeLine(findings: Finding[]): AttentionLine | undefined {
  const unsafe = findings.filter(({ level, id }) => level === 'unsafe' && !reportedElsewhere.has(id));
  if (unsafe.length === 0) return undefined;
  return line({
    id: 'unsafe',
    level: 'warning',
    text: `Небезопасно: ${unsafe.length}`,
    count: unsafe.length,
    details: unsafe.slice(0, NAMED).map(({ message }) => message),
    action: { label: 'Что исправить', path: '/test?tab=security', command: 'ostatok doctor' },
  });
}

export const clockLine = (hours: number): AttentionLine =>
  line({
    id: 'clock',
    level: 'warning',
    text: `Платформа не работала, или её часы переводили: ещё ${hours} ч ничего не удаляется навсегда`,
    count: 1,
    action: { label: 'Проверить часы', path: '/test?tab=security', command: 'ostatok doctor' },
  });

export const issuesLine = (count: number): AttentionLine =>
  line({
    id: 'issues',
    level: 'waiting',
    text: `База и сервер расходятся, заведений: ${count}`,
    count,
    action: { label: 'Сверить', path: '/admin/cleanup?has_issues=true', command: 'ostatok cleanup audit' },
  });

export const proposalsLine = (count: number): AttentionLine =>
  line({
    id: 'proposals',
    level: 'waiting',
    text: `Предложения ждут решения: ${count}`,
    count,
    action: {
      label: 'Разобрать',
      path: '/admin/aliases/proposals',
      command: 'ostatok aliases proposals list',
    },
  });

export const synonymsLine = (count: number): AttentionLine =>
  line({
    id: 'synonyms',
    level: 'waiting',
    text: `Названия товаров ждут решения: ${count}`,
    count,
    action: { label: 'Разобрать', path: '/admin/aliases/synonyms', command: 'ostatok aliases synonyms list' },
  });

export const unknownLine = (subjects: string[]): AttentionLine =>
  line({
    id: 'unknown',
    level: 'broken',
    text: `Не удалось посмотреть: ${subjects.join(', ')}`,
    count: subjects.length,
    action: { label: 'Проверить систему', path: '/test', command: 'ostatok diagnostics run' },
  });
