import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../http-client.ts';
import { logAddress } from '../logs/address.ts';
import { logLine } from '../logs/log-lines.ts';
import { Badge } from '../ui/Badge.tsx';
import { wordsOf } from '../ui/toasts.tsx';

const LINES = 200;

function Line({ line }: { line: string }) {
  const { at, level, words, rest } = logLine(line);
  return (
    <li>
      {at && <time className="dim">{at}</time>}
      {level && level.tone !== 'plain' && <Badge tone={level.tone}>{level.text}</Badge>}
      <span className="log-words">{words}</span>
      {rest && <span className="log-rest">{rest}</span>}
    </li>
  );
}

/** The last lines of the tenant's own log, loaded when opened. */
export function Logs({ tenantId, subdomain }: { tenantId: string; subdomain: string }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['tenant-logs', tenantId],
    queryFn: async () =>
      (await api.call('GET /api/admin/tenants/:id/logs', { params: { id: tenantId }, query: { lines: LINES } })).lines,
    enabled: false,
    gcTime: 0,
  });
  return (
    <details className="record-section" onToggle={(event) => event.currentTarget.open && void refetch()}>
      <summary>Журнал заведения</summary>
      <button type="button" className="chip" onClick={() => void refetch()} disabled={isFetching}>
        Обновить
      </button>{' '}
      <Link to={logAddress({ tenant: subdomain })}>Искать в журнале</Link>
      {error && <p role="alert">Не удалось загрузить данные. {wordsOf(error)}</p>}
      {data?.length === 0 && <p className="dim">Записей нет</p>}
      {data && data.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <ol className="log" tabIndex={0} aria-label="Журнал, новое сверху">
          {data.toReversed().map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may be there many times
            <Line key={data.length - at} line={line} />
          ))}
        </ol>
      )}
    </details>
  );
}
