import type { Finding, SecurityReport } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { Badge } from '../ui/Badge.tsx';

const levels: Record<Finding['level'], { label: string; tone: 'bad' | 'warn' }> = {
  unsafe: { label: 'Небезопасно', tone: 'bad' },
  warning: { label: 'Внимание', tone: 'warn' },
};

/** The findings of `ostatok doctor` about this installation. */
export function SecurityTab({ report: { findings } }: { report: SecurityReport }) {
  if (findings.length === 0) return <p role="status">Всё в порядке: небезопасного не найдено.</p>;
  const sorted = findings.toSorted((a, b) => a.level.localeCompare(b.level));
  return (
    <ul className="advice" aria-label="Что исправить">
      {sorted.map(({ id, level, message, advice }) => (
        <li key={`${id} ${message}`} className="panel finding">
          <Badge tone={levels[level].tone}>{levels[level].label}</Badge>
          <strong>{message}</strong>
          <span className="dim">{advice}</span>
        </li>
      ))}
    </ul>
  );
}
