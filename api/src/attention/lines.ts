import type { AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import type { Finding } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import type { AdminPayment } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import type { Some } from './attention.queries.ts';
import { about, line, NAMED } from './line.ts';

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

export const updatesLine = (some: Some): AttentionLine =>
  line({
    id: 'updates_late',
    level: 'waiting',
    text: `Ждут нового выпуска, заведений: ${some.count}. Платформа пробует сама`,
    ...about(some),
    action: {
      label: 'Показать',
      path: some.count === 1 ? `/admin/tenants/${some.first[0]?.id}` : '/admin/tenants',
      command: 'ostatok operations list',
    },
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
    text: `Платформа не работала, её часы переводили или базу восстанавливали: ещё ${hours} ч ничего не удаляется навсегда`,
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
