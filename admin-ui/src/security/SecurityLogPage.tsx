import type { SecurityRecord } from '@ostatok/api/contract/security.endpoints.ts';
import { securityEvents, securityLabel } from '@ostatok/api/contract/security.ts';
import { atColumn, dayFilters, ipColumn, LogPage, textColumn } from '../journal/LogPage.tsx';
import type { Column, Filter } from '../list/types.ts';

const whose = ({ user_email, subject }: SecurityRecord): string =>
  user_email ?? (subject ? `Нет такого адреса ${subject}` : '—');
const what = ({ event, count }: SecurityRecord): string => securityLabel(event) + (count > 1 ? ` × ${count}` : '');

const columns: Column<SecurityRecord>[] = [
  textColumn({ key: 'event', label: 'Событие', min: 220, grow: 3 }, what),
  textColumn({ key: 'user', label: 'Чья запись', min: 180, grow: 3 }, whose),
  ipColumn(),
  textColumn({ key: 'device', label: 'Устройство', min: 180, grow: 3 }, ({ device }) => device),
  textColumn({ key: 'details', label: 'Подробности', min: 140, grow: 2 }, ({ details }) => details),
  atColumn(),
];

const filters: Filter[] = [
  {
    key: 'outcome',
    label: 'Исход',
    choices: [
      { value: 'failure', label: 'Неудачи' },
      { value: 'success', label: 'Удачи' },
    ],
  },
  {
    key: 'event',
    label: 'Событие',
    choices: Object.entries(securityEvents).map(([value, { label }]) => ({ value, label })),
  },
  { key: 'user', label: 'Чья запись', kind: 'text' },
  { key: 'ip', label: 'Откуда', kind: 'text' },
  ...dayFilters,
];

/** The security log: sign-ins, failed sign-ins and their addresses. */
export default function SecurityLogPage() {
  return (
    <LogPage<SecurityRecord>
      resource="security-events"
      title="Безопасность"
      base="/admin/security-log"
      columns={columns}
      filters={filters}
      search="Адрес, устройство или чья запись"
      whatOf={what}
      whoOf={whose}
      factsOf={(record) => [
        ['Чья запись', whose(record)],
        ['Кто', record.actor_email],
        ['Над чем', record.target],
        ['Откуда', record.ip],
        ['Устройство', record.device],
        ['Подробности', record.details],
      ]}
      empty="Событий пока нет"
    />
  );
}
