import type { AuditFinding } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { ListEmpty, ListFailed } from '../list/ListMessages.tsx';
import { Badge } from '../ui/Badge.tsx';
import { sizeText } from '../ui/texts.ts';
import { EvidenceBySource } from './EvidenceBySource.tsx';
import { useAudit } from './queries.ts';

const kinds: Record<AuditFinding['action'], string> = {
  orphaned_db: 'База данных',
  orphaned_containers: 'Процесс',
  orphaned_nginx: 'Файл сайта',
};

const Finding = ({ finding: { action, label, bytes, ours, evidence } }: { finding: AuditFinding }) => (
  <li className="panel finding">
    <div className="card-line">
      <strong>{label}</strong>
      <Badge tone={ours ? 'warn' : 'plain'}>{ours ? 'Наше' : 'Не наше, не тронем'}</Badge>
    </div>
    <p className="dim">
      {kinds[action]}
      {bytes !== null && `, ${sizeText(bytes)}`}
    </p>
    <EvidenceBySource evidence={evidence} />
  </li>
);

/** Lists what exists without a tenant's row; anything without this installation's mark is shown but never touched. */
export function Findings() {
  const { data: audit, error, refetch } = useAudit();
  return (
    <section className="list-page">
      <header className="list-title">
        <h1>Находки</h1>
      </header>
      {error && !audit ? (
        <ListFailed text="Не удалось загрузить данные аудита" error={error} onRetry={refetch} />
      ) : audit?.findings.length === 0 ? (
        <ListEmpty>Ничего лишнего не найдено</ListEmpty>
      ) : (
        <ul className="findings" aria-label="Находки" aria-busy={!audit}>
          {audit?.findings.map((finding) => (
            <Finding key={`${finding.action} ${finding.key}`} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  );
}
