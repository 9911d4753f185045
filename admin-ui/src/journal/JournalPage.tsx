import { actionLabel, activityLabels } from '@ostatok/api/contract/activity-labels.ts';
import type { ActivityRecord } from '@ostatok/api/contract/overview.ts';
import { Link } from 'react-router';
import { DataList } from '../list/DataList.tsx';
import type { Column, Filter } from '../list/types.ts';
import { Facts } from '../ui/Facts.tsx';
import { timeText } from '../ui/texts.ts';
import { JournalTabs } from './JournalTabs.tsx';

const actorText = ({ actor_email, actor_id }: ActivityRecord): string =>
  actor_email ?? (actor_id === null ? 'Платформа' : `№ ${actor_id}`);

const columns: Column<ActivityRecord>[] = [
  {
    key: 'description',
    label: 'Что сделано',
    min: 260,
    grow: 8,
    render: ({ description }) => description,
    text: ({ description }) => description,
  },
  { key: 'actor', label: 'Кто', min: 150, grow: 2, render: actorText, text: actorText },
  {
    key: 'action',
    label: 'Действие',
    min: 190,
    render: ({ action }) => actionLabel(action),
    text: ({ action }) => actionLabel(action),
  },
  {
    key: 'target',
    label: 'Над чем',
    min: 158,
    grow: 0,
    render: ({ target }) => target ?? '—',
    text: ({ target }) => target,
  },
  { key: 'ip', label: 'Откуда', min: 120, grow: 0, render: ({ ip }) => ip ?? '—', text: ({ ip }) => ip },
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
    key: 'target',
    label: 'Над чем',
    choices: [
      { value: 'user', label: 'Пользователи' },
      { value: 'tenant', label: 'Тенанты' },
      { value: 'plan', label: 'Тарифы' },
      { value: 'alias', label: 'Алиасы' },
      { value: 'proposal', label: 'Предложения' },
      { value: 'campaign', label: 'Рассылки' },
    ],
  },
  { key: 'actor', label: 'Кто', kind: 'text' },
  {
    key: 'action',
    label: 'Действие',
    choices: Object.entries(activityLabels).map(([value, label]) => ({ value, label })),
  },
  { key: 'from', label: 'С', kind: 'date' },
  { key: 'to', label: 'По', kind: 'date' },
];

const ActivityCard = (record: ActivityRecord) => (
  <>
    <div>{record.description}</div>
    <div className="dim">
      {timeText(record.at)} · {actorText(record)}
      {record.ip && ` · ${record.ip}`}
    </div>
  </>
);

const pages: Record<string, string> = {
  user: 'users',
  tenant: 'tenants',
  plan: 'plans',
  subscription: 'subscriptions',
};

/** The record that an entry is about, where there is a page for it. */
function addressOf(target: string | null): string | undefined {
  const [kind = '', id] = target?.split(':') ?? [];
  return pages[kind] && id ? `/admin/${pages[kind]}/${id}` : undefined;
}

function ActivityDetails({ record }: { record: ActivityRecord | undefined }) {
  if (!record) return <p className="dim">Запись не на экране: найдите её в списке</p>;
  const address = addressOf(record.target);
  return (
    <>
      <h2 className="record-title">{record.description}</h2>
      <Facts
        facts={[
          ['Когда', timeText(record.at)],
          ['Кто', actorText(record)],
          ['Действие', actionLabel(record.action)],
          [
            'Над чем',
            address ? (
              <Link key="record" to={address}>
                {record.target}
              </Link>
            ) : (
              record.target
            ),
          ],
          ['Откуда', record.ip],
        ]}
      />
    </>
  );
}

/** Who did what to whom, and from where. */
export default function JournalPage() {
  return (
    <DataList<ActivityRecord>
      resource="activity"
      title="Журнал"
      base="/admin/journal"
      above={<JournalTabs />}
      columns={columns}
      card={ActivityCard}
      nameOf={({ description }) => description}
      sort={{ field: 'at', order: 'DESC' }}
      search="Описание, кто или над чем"
      filters={filters}
      details={(_id, row) => <ActivityDetails record={row} />}
      empty="Нет последней активности"
      nothingFound="Ничего не нашлось"
    />
  );
}
