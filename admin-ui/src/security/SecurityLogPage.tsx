import { type SecurityRecord, securityEvents, securityLabel } from '@ostatok/api/contract/security.ts';
import { JournalTabs } from '../journal/JournalTabs.tsx';
import { DataList } from '../list/DataList.tsx';
import type { Column, Filter } from '../list/types.ts';
import { Facts } from '../ui/Facts.tsx';
import { timeText } from '../ui/texts.ts';

const whose = ({ user_email, subject }: SecurityRecord): string =>
  user_email ?? (subject ? `Нет такого адреса ${subject}` : '—');
const what = ({ event, count }: SecurityRecord): string => securityLabel(event) + (count > 1 ? ` × ${count}` : '');

const columns: Column<SecurityRecord>[] = [
  { key: 'event', label: 'Событие', min: 220, grow: 3, render: what, text: what },
  { key: 'user', label: 'Чья запись', min: 180, grow: 3, render: whose, text: whose },
  { key: 'ip', label: 'Откуда', min: 130, grow: 0, render: ({ ip }) => ip ?? '—', text: ({ ip }) => ip },
  {
    key: 'device',
    label: 'Устройство',
    min: 180,
    grow: 3,
    render: ({ device }) => device ?? '—',
    text: ({ device }) => device,
  },
  {
    key: 'details',
    label: 'Подробности',
    min: 140,
    grow: 2,
    render: ({ details }) => details ?? '—',
    text: ({ details }) => details,
  },
  {
    key: 'at',
    label: 'Когда',
    sort: 'at',
    min: 160,
    grow: 0,
    render: ({ at }) => timeText(at),
    text: ({ at }) => timeText(at),
  },
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
  { key: 'from', label: 'С', kind: 'date' },
  { key: 'to', label: 'По', kind: 'date' },
];

const SecurityCard = (record: SecurityRecord) => (
  <>
    <div>{what(record)}</div>
    <div className="dim">
      {timeText(record.at)} · {whose(record)}
      {record.ip && ` · ${record.ip}`}
    </div>
  </>
);

function SecurityDetails({ record }: { record: SecurityRecord | undefined }) {
  if (!record) return <p className="dim">Запись не на экране: найдите её в списке</p>;
  return (
    <>
      <h2 className="record-title">{what(record)}</h2>
      <Facts
        facts={[
          ['Когда', timeText(record.at)],
          ['Чья запись', whose(record)],
          ['Кто', record.actor_email],
          ['Над чем', record.target],
          ['Откуда', record.ip],
          ['Устройство', record.device],
          ['Подробности', record.details],
        ]}
      />
    </>
  );
}

/** Who came in, who failed to, and from where. */
export default function SecurityLogPage() {
  return (
    <DataList<SecurityRecord>
      resource="security-events"
      title="Безопасность"
      base="/admin/security-log"
      above={<JournalTabs />}
      columns={columns}
      card={SecurityCard}
      nameOf={what}
      sort={{ field: 'at', order: 'DESC' }}
      search="Адрес, устройство или чья запись"
      filters={filters}
      details={(_id, row) => <SecurityDetails record={row} />}
      empty="Событий пока нет"
      nothingFound="Ничего не нашлось"
    />
  );
}
