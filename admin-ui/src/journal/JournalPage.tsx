import { actionLabel, activityLabels } from '@ostatok/api/contract/activity-labels.ts';
import type { ActivityRecord } from '@ostatok/api/contract/overview.endpoints.ts';
import { Link } from 'react-router';
import type { Column, Filter } from '../list/types.ts';
import { Badge } from '../ui/Badge.tsx';
import { timeText } from '../ui/texts.ts';
import { journalActions } from './journal-actions.ts';
import { atColumn, dayFilters, ipColumn, LogPage, textColumn } from './LogPage.tsx';

const actorText = ({ actor_email, actor_id }: ActivityRecord): string =>
  actor_email ?? (actor_id === null ? 'Платформа' : `№ ${actor_id}`);

const undoneText = ({ undone_at, undone_by }: ActivityRecord): string | null =>
  undone_at && `${timeText(undone_at)}${undone_by ? `, ${undone_by}` : ''}`;

/** The description of an action, and whether it was undone. */
const JournalAction = ({ description, undone_at }: ActivityRecord) => (
  <>
    {undone_at && <Badge>Отменено</Badge>} {description}
  </>
);

const columns: Column<ActivityRecord>[] = [
  {
    ...textColumn<ActivityRecord>(
      { key: 'description', label: 'Что сделано', min: 260, grow: 8 },
      (row) => row.description,
    ),
    render: JournalAction,
  },
  textColumn({ key: 'actor', label: 'Кто', min: 150, grow: 2 }, actorText),
  textColumn({ key: 'action', label: 'Действие', min: 190 }, ({ action }) => actionLabel(action)),
  {
    ...textColumn<ActivityRecord>({ key: 'target', label: 'Над чем', min: 158, grow: 0 }, ({ target }) => target),
    hidden: true,
  },
  ipColumn(),
  atColumn(),
  {
    ...textColumn<ActivityRecord>({ key: 'undone_at', label: 'Отменено', min: 190, grow: 1 }, undoneText),
    hidden: true,
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
  ...dayFilters,
];

const pages: Record<string, string> = {
  user: 'users',
  tenant: 'tenants',
  plan: 'plans',
  subscription: 'subscriptions',
};

/** The target of an entry, linked if it has a page. */
function Target({ target }: { target: string | null }) {
  const [kind = '', id] = target?.split(':') ?? [];
  if (!pages[kind] || !id) return target ?? '—';
  return <Link to={`/admin/${pages[kind]}/${id}`}>{target}</Link>;
}

/** The activity log: who did what to whom, and from where. */
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
      drawn={JournalAction}
      whoOf={actorText}
      factsOf={(record) => [
        ['Кто', actorText(record)],
        ['Действие', actionLabel(record.action)],
        ['Над чем', <Target key="target" target={record.target} />],
        ['Откуда', record.ip],
        ...(record.undone_at ? ([['Отменено', undoneText(record)]] as const) : []),
      ]}
      actions={journalActions}
      actionsWidth={90}
      empty="Нет последней активности"
    />
  );
}
