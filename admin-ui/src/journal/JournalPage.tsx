import { actionLabel, activityLabels } from '@ostatok/api/contract/activity-labels.ts';
import type { ActivityRecord } from '@ostatok/api/contract/overview.ts';
import { Link } from 'react-router';
import type { Column, Filter } from '../list/types.ts';
import { atColumn, dayFilters, ipColumn, LogPage, textColumn } from './LogPage.tsx';

const actorText = ({ actor_email, actor_id }: ActivityRecord): string =>
  actor_email ?? (actor_id === null ? 'Платформа' : `№ ${actor_id}`);

const columns: Column<ActivityRecord>[] = [
  textColumn({ key: 'description', label: 'Что сделано', min: 260, grow: 8 }, ({ description }) => description),
  textColumn({ key: 'actor', label: 'Кто', min: 150, grow: 2 }, actorText),
  textColumn({ key: 'action', label: 'Действие', min: 190 }, ({ action }) => actionLabel(action)),
  textColumn({ key: 'target', label: 'Над чем', min: 158, grow: 0 }, ({ target }) => target),
  ipColumn(),
  atColumn(),
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
  ...dayFilters,
];

const pages: Record<string, string> = {
  user: 'users',
  tenant: 'tenants',
  plan: 'plans',
  subscription: 'subscriptions',
};

/** The record that an entry is about, led to where there is a page for it. */
function Target({ target }: { target: string | null }) {
  const [kind = '', id] = target?.split(':') ?? [];
  if (!pages[kind] || !id) return target ?? '—';
  return <Link to={`/admin/${pages[kind]}/${id}`}>{target}</Link>;
}

/** Who did what to whom, and from where. */
export default function JournalPage() {
  return (
    <LogPage<ActivityRecord>
      resource="activity"
      title="Журнал"
      base="/admin/journal"
      columns={columns}
      filters={filters}
      search="Описание, кто или над чем"
      whatOf={({ description }) => description}
      whoOf={actorText}
      factsOf={(record) => [
        ['Кто', actorText(record)],
        ['Действие', actionLabel(record.action)],
        ['Над чем', <Target key="target" target={record.target} />],
        ['Откуда', record.ip],
      ]}
      empty="Нет последней активности"
    />
  );
}
