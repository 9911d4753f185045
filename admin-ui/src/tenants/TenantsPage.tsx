import { botStateLabels, messengerState, tenantProcessText, tenantStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { AdminTenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { DataList } from '../list/DataList.tsx';
import { useRowTabIndex } from '../list/row-reach.ts';
import type { Column, Filter } from '../list/types.ts';
import { Badge } from '../ui/Badge.tsx';
import { Icon } from '../ui/Icon.tsx';
import { dateText, sizeText, timeText } from '../ui/texts.ts';
import { TenantDetails } from './TenantDetails.tsx';
import { tenantActions } from './tenant-actions.tsx';
import { botTones, statusText } from './texts.ts';

const tones = { active: 'good', creating: 'warn', suspended: 'bad', deleted: 'plain' } as const;

const TenantStatusBadge = ({ tenant }: { tenant: AdminTenant }) => (
  <Badge tone={tenant.start_failed || tenant.making_failed ? 'bad' : tones[tenant.status]}>{statusText(tenant)}</Badge>
);

function MessengerBadge({ tenant }: { tenant: AdminTenant }) {
  const { state, label } = messengerState(tenant);
  return <Badge tone={botTones[state]}>{label}</Badge>;
}

/** Whether the tenant's bot may get messages. */
const isThere = (status: AdminTenant['status']): boolean => status === 'active' || status === 'suspended';

/** Opens the tenant in a new tab. */
const VenueLink = ({ tenant: { web_url, subdomain } }: { tenant: AdminTenant }) => (
  <a
    href={web_url}
    target="_blank"
    rel="noopener noreferrer"
    className="venue-link"
    tabIndex={useRowTabIndex()}
    onClick={(event) => event.stopPropagation()}
  >
    <span className="venue-link-name">{subdomain}</span>
    <Icon name="open" size={14} />
    <span className="visually-hidden">, откроется в новой вкладке</span>
  </a>
);

type Resource = 'memory_bytes' | 'database_bytes' | 'disk_bytes';

const sizeColumn = (key: Resource, label: string): Column<AdminTenant> => ({
  key,
  label,
  sort: key,
  min: 80,
  grow: 0,
  align: 'right',
  render: (tenant) => sizeText(tenant[key]),
  text: (tenant) => tenant[key],
});

const cpuText = ({ cpu_percent }: AdminTenant): string => (cpu_percent === null ? '—' : `${cpu_percent}\u00a0%`);

/** What the tenant takes of the machine, without what is not known. */
function resourcesText(tenant: AdminTenant): string {
  const { cpu_percent, memory_bytes, database_bytes, disk_bytes } = tenant;
  const parts = [
    cpu_percent !== null && `процессор ${cpuText(tenant)}`,
    memory_bytes !== null && `память ${sizeText(memory_bytes)}`,
    database_bytes !== null && `база ${sizeText(database_bytes)}`,
    disk_bytes !== null && `файлы ${sizeText(disk_bytes)}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

const columns: Column<AdminTenant>[] = [
  {
    key: 'subdomain',
    label: 'Поддомен',
    sort: 'subdomain',
    min: 130,
    grow: 2,
    render: (tenant) => <VenueLink tenant={tenant} />,
    text: ({ subdomain }) => subdomain,
  },
  {
    key: 'status',
    label: 'Статус',
    sort: 'status',
    min: 145,
    render: (tenant) => <TenantStatusBadge tenant={tenant} />,
    text: statusText,
  },
  {
    key: 'process',
    label: 'Процесс',
    min: 95,
    grow: 0,
    render: tenantProcessText,
    text: tenantProcessText,
  },
  {
    key: 'cpu_percent',
    label: 'Процессор',
    sort: 'cpu_percent',
    min: 100,
    grow: 0,
    align: 'right',
    render: cpuText,
    text: ({ cpu_percent }) => cpu_percent,
  },
  sizeColumn('memory_bytes', 'Память'),
  sizeColumn('database_bytes', 'База'),
  {
    key: 'user_email',
    label: 'Владелец',
    sort: 'user_email',
    min: 160,
    grow: 2,
    render: ({ user_email }) => user_email,
    text: ({ user_email }) => user_email,
  },
  {
    key: 'bot',
    label: 'Бот',
    min: 130,
    grow: 0,
    render: (tenant) => (isThere(tenant.status) ? <MessengerBadge tenant={tenant} /> : '—'),
    text: (tenant) => (isThere(tenant.status) ? messengerState(tenant).label : null),
  },
  {
    key: 'last_active_at',
    label: 'Последняя работа',
    sort: 'last_active_at',
    min: 150,
    grow: 0,
    render: ({ last_active_at }) => timeText(last_active_at),
    text: ({ last_active_at }) => timeText(last_active_at),
  },
  {
    key: 'display_name',
    label: 'Название',
    sort: 'display_name',
    min: 130,
    grow: 2,
    render: ({ display_name }) => display_name,
    text: ({ display_name }) => display_name,
  },
  {
    key: 'version',
    label: 'Версия',
    min: 100,
    hidden: true,
    render: ({ version }) => version ?? '—',
    text: ({ version }) => version,
  },
  {
    key: 'created_at',
    label: 'Создан',
    sort: 'created_at',
    min: 105,
    render: ({ created_at }) => dateText(created_at),
    text: ({ created_at }) => dateText(created_at),
  },
  sizeColumn('disk_bytes', 'Файлы'),
];

const filters: Filter[] = [
  {
    key: 'status',
    label: 'Статус',
    choices: [
      ...Object.entries(tenantStatusLabels).map(([value, label]) => ({ value, label })),
      { value: 'down', label: 'Не запускается' },
      { value: 'failed', label: 'Не создан' },
    ],
  },
  {
    key: 'awake',
    label: 'Процесс',
    choices: [
      { value: 'true', label: 'Работает' },
      { value: 'false', label: 'Спит' },
    ],
  },
  {
    key: 'bot',
    label: 'Бот',
    choices: Object.entries({ ...botStateLabels, unreachable: 'Мессенджер недоступен' }).map(([value, label]) => ({
      value,
      label,
    })),
  },
  { key: 'owner', label: 'Владелец', kind: 'text' },
];

const TenantCard = (tenant: AdminTenant) => (
  <>
    <div className="card-line">
      <VenueLink tenant={tenant} />
      <TenantStatusBadge tenant={tenant} />
    </div>
    <div>{tenant.display_name}</div>
    {isThere(tenant.status) && (
      <div>
        {tenantProcessText(tenant)} · бот: {messengerState(tenant).label.toLowerCase()}
      </div>
    )}
    {resourcesText(tenant) && <div className="dim">{resourcesText(tenant)}</div>}
    <div className="dim">
      {tenant.user_email} · был в деле {timeText(tenant.last_active_at)}
    </div>
  </>
);

export default function TenantsPage() {
  return (
    <DataList<AdminTenant>
      resource="tenants"
      title="Тенанты"
      base="/admin/tenants"
      columns={columns}
      card={TenantCard}
      nameOf={({ subdomain }) => subdomain}
      sort={{ field: 'created_at', order: 'DESC' }}
      search="Поддомен или email владельца"
      filters={filters}
      actions={tenantActions}
      actionWords
      actionsWidth={254}
      details={(id, row) => <TenantDetails id={id} row={row} />}
      empty="Тенантов пока нет"
      firstStep="Заведения открывают владельцы в своём кабинете"
      nothingFound="Ни одного тенанта не нашлось"
    />
  );
}
