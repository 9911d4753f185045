import type { Evidence } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { auditSources } from '@ostatok/api/contract/cleanup.ts';
import { sources } from './texts.ts';

/** The evidence from the database, the server and the ingress, side by side. */
export const EvidenceBySource = ({ evidence }: { evidence: Evidence[] }) => (
  <dl className="evidence">
    {auditSources.map((source) => {
      const says = evidence.filter((one) => one.source === source);
      return (
        <div key={source}>
          <dt>{sources[source]}</dt>
          {says.length === 0 && <dd className="dim">Нет сведений</dd>}
          {says.map((one) => (
            <dd key={one.says}>{one.says}</dd>
          ))}
        </div>
      );
    })}
  </dl>
);
