import type { AuditedTenant } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { tenantStatusLabels } from '@ostatok/api/contract/labels.ts';
import { Link } from 'react-router';
import { DataList } from '../list/DataList.tsx';
import type { Column, Filter } from '../list/types.ts';
import { Badge } from '../ui/Badge.tsx';
import { Facts } from '../ui/Facts.tsx';
import { dateText } from '../ui/texts.ts';
import { CleanupButtons, CleanupHead } from './CleanupHead.tsx';
import { EvidenceBySource } from './EvidenceBySource.tsx';
import { dockerStatuses, tones, userStatuses } from './texts.ts';

const yesNo = (value: boolean): string => (value ? 'Да' : 'Нет');
const issuesText = ({ issues }: AuditedTenant): string => issues.join('. ') || 'Нет';

const Status = ({ status }: AuditedTenant) => <Badge tone={tones[status]}>{tenantStatusLabels[status]}</Badge>;
const Issues = (tenant: AuditedTenant) =>
  tenant.has_issues ? <span className="problem">{issuesText(tenant)}</span> : <span className="dim">Нет</span>;

const columns: Column<AuditedTenant>[] = [
  {
    key: 'subdomain',
    label: 'Поддомен',
    sort: 'subdomain',
    min: 160,
    grow: 2,
    render: ({ subdomain }) => <strong>{subdomain}</strong>,
    text: ({ subdomain }) => subdomain,
  },
  {
    key: 'tenant_id',
    label: 'ID',
    sort: 'tenant_id',
    min: 120,
    hidden: true,
    render: ({ tenant_id }) => <code>{tenant_id}</code>,
    text: ({ tenant_id }) => tenant_id,
  },
  {
    key: 'status',
    label: 'Статус',
    sort: 'status',
    min: 135,
    grow: 0,
    render: Status,
    text: ({ status }) => tenantStatusLabels[status],
  },
  {
    key: 'docker_status',
    label: 'Процесс',
    sort: 'docker_status',
    min: 110,
    grow: 0,
    render: ({ docker_status }) => dockerStatuses[docker_status],
    text: ({ docker_status }) => dockerStatuses[docker_status],
  },
  {
    key: 'owner_email',
    label: 'Владелец',
    sort: 'owner_email',
    min: 180,
    grow: 2,
    render: ({ owner_email }) => owner_email,
    text: ({ owner_email }) => owner_email,
  },
  {
    key: 'user_status',
    label: 'Статус владельца',
    sort: 'user_status',
    min: 150,
    grow: 0,
    render: ({ user_status }) => userStatuses[user_status],
    text: ({ user_status }) => userStatuses[user_status],
  },
  {
    key: 'visible_to_user',
    label: 'Виден',
    min: 70,
    grow: 0,
    render: ({ visible_to_user }) => yesNo(visible_to_user),
    text: ({ visible_to_user }) => yesNo(visible_to_user),
  },
  { key: 'has_issues', label: 'Расхождения', sort: 'has_issues', min: 180, grow: 4, render: Issues, text: issuesText },
  {
    key: 'created_at',
    label: 'Создан',
    sort: 'created_at',
    min: 105,
    grow: 0,
    render: ({ created_at }) => dateText(created_at),
    text: ({ created_at }) => dateText(created_at),
  },
];

const choicesOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));
const filters: Filter[] = [
  {
    key: 'has_issues',
    label: 'Расхождения',
    choices: [
      { value: 'true', label: 'Есть' },
      { value: 'false', label: 'Нет' },
    ],
  },
  { key: 'status', label: 'Статус', choices: choicesOf(tenantStatusLabels) },
  { key: 'docker_status', label: 'Процесс', choices: choicesOf(dockerStatuses) },
];

const TenantCard = (tenant: AuditedTenant) => (
  <>
    <div className="card-line">
      <strong>{tenant.subdomain}</strong>
      <Status {...tenant} />
    </div>
    <div>
      {tenant.has_issues ? <Issues {...tenant} /> : `Процесс: ${dockerStatuses[tenant.docker_status].toLowerCase()}`}
    </div>
    <div className="dim">{tenant.owner_email}</div>
  </>
);

function Details({ tenant }: { tenant: AuditedTenant | undefined }) {
  if (!tenant) return <p className="dim">Тенант не на экране: найдите его в списке</p>;
  return (
    <>
      <h2 className="record-title">{tenant.subdomain}</h2>
      {tenant.issues.length > 0 && (
        <ul className="problem">
          {tenant.issues.map((issue) => (
            <li key={issue}>{issue}</li>
          ))}
        </ul>
      )}
      <EvidenceBySource evidence={tenant.evidence} />
      <Facts
        facts={[
          ['ID', <code key="id">{tenant.tenant_id}</code>],
          ['Владелец', `${tenant.owner_email}, ${userStatuses[tenant.user_status].toLowerCase()}`],
          ['Виден владельцу', yesNo(tenant.visible_to_user)],
          ['Создан', dateText(tenant.created_at)],
        ]}
      />
      <Link to={`/admin/tenants/${tenant.tenant_id}`}>Открыть тенанта</Link>
    </>
  );
}

/** Every tenant, as the database, the server and the ingress see it. */
export const AuditList = () => (
  <DataList<AuditedTenant>
    resource="audit"
    title="Очистка"
    base="/admin/cleanup"
    columns={columns}
    card={TenantCard}
    nameOf={({ subdomain }) => subdomain}
    sort={{ field: 'created_at', order: 'DESC' }}
    search="Поддомен, email владельца или ID"
    filters={filters}
    details={(_id, row) => <Details tenant={row} />}
    above={<CleanupHead />}
    buttons={<CleanupButtons />}
    empty="Тенантов пока нет"
    nothingFound="Ни одного тенанта не нашлось"
    loadError="Не удалось загрузить данные аудита"
  />
);
