import type { AuditStats as Stats } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { Link } from 'react-router';

const cards: [label: string, count: (stats: Stats) => number][] = [
  ['Всего', ({ total }) => total],
  ['Активны', ({ by_status }) => by_status.active],
  ['Создаются', ({ by_status }) => by_status.creating],
  ['Приостановлены', ({ by_status }) => by_status.suspended],
  ['Процессов', ({ containers_exist }) => containers_exist],
  ['С адресом процесса', ({ with_container_id }) => with_container_id],
  ['Видны владельцам', ({ visible_to_users }) => visible_to_users],
  ['Тестовые', ({ test_tenants }) => test_tenants],
  ['Удалённые', ({ deleted_tenants }) => deleted_tenants],
  ['Базы без заведений', ({ orphaned_db }) => orphaned_db],
  ['Процессы без заведений', ({ orphaned_containers }) => orphaned_containers],
  ['Сайты без заведений', ({ orphaned_nginx }) => orphaned_nginx],
];

/** null when it could not be counted. */
const Count = ({ label, value }: { label: string; value: number | null | undefined }) => (
  <>
    {value === undefined ? <span className="list-bone" /> : <strong>{value?.toLocaleString('ru-RU') ?? '—'}</strong>}
    <span className="dim">{label}</span>
  </>
);

/** All numbers of the audit. */
export const AuditStats = ({ stats }: { stats: Stats | null | undefined }) => (
  <ul className="audit-stats" aria-label="Аудит">
    <li className={stats?.has_issues ? 'audit-alarm' : undefined}>
      <Link to="/admin/cleanup?has_issues=true">
        <Count label="Расхождений" value={stats === null ? null : stats?.has_issues} />
      </Link>
    </li>
    {cards.map(([label, count]) => (
      <li key={label}>
        <Count label={label} value={stats && count(stats)} />
      </li>
    ))}
  </ul>
);
