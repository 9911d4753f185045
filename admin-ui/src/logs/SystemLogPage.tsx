import type { LogEntry } from '@ostatok/api/contract/logs.endpoints.ts';
import { ANY_TENANT_LABEL } from '@ostatok/api/contract/logs.ts';
import { Link, useSearchParams } from 'react-router';
import { atColumn, dayFilters, LogPage, textColumn } from '../journal/LogPage.tsx';
import type { Column, Filter } from '../list/types.ts';
import { Badge } from '../ui/Badge.tsx';
import { logAddress } from './address.ts';
import { fieldsOf, logLine } from './log-lines.ts';

const levels = {
  debug: { label: 'Отладка', tone: 'plain' },
  info: { label: 'Инфо', tone: 'plain' },
  warn: { label: 'Внимание', tone: 'warn' },
  error: { label: 'Ошибка', tone: 'bad' },
  fatal: { label: 'Крах', tone: 'bad' },
} as const;

const placeOf = ({ tenant, subdomain }: LogEntry): string => subdomain ?? tenant ?? 'Платформа';
const firstLineOf = ({ message }: LogEntry): string => message.split('\n', 1)[0] ?? '';

/** What was asked for, in the line of a request. */
function askedIn({ line }: LogEntry): string {
  const { method, route, path, status } = fieldsOf(line);
  return [method, route ?? path, status].filter(Boolean).join(' ');
}

function Message(entry: LogEntry) {
  const { label, tone } = levels[entry.level];
  return (
    <>
      {tone !== 'plain' && <Badge tone={tone}>{label}</Badge>} {firstLineOf(entry)}{' '}
      <span className="dim">{askedIn(entry)}</span>
    </>
  );
}

const columns: Column<LogEntry>[] = [
  atColumn(),
  {
    ...textColumn<LogEntry>({ key: 'message', label: 'Что случилось', min: 260, grow: 8 }, ({ message }) => message),
    render: Message,
  },
  textColumn({ key: 'tenant', label: 'Где', min: 130, grow: 1 }, placeOf),
  textColumn({ key: 'user', label: 'Кто', min: 130, grow: 1 }, ({ user }) => user),
  textColumn({ key: 'request', label: 'Код запроса', min: 150, grow: 0 }, ({ request }) => request),
  {
    ...textColumn<LogEntry>({ key: 'level', label: 'Важность', min: 100, grow: 0 }, ({ level }) => levels[level].label),
    hidden: true,
  },
];

const filters: Filter[] = [
  { key: 'tenant', label: 'Заведение', kind: 'text' },
  { key: 'user', label: 'Кто', kind: 'text' },
  { key: 'request', label: 'Код запроса', kind: 'text' },
  {
    key: 'level',
    label: 'Важность',
    choices: [
      { value: 'warn', label: 'Внимание и выше' },
      { value: 'error', label: 'Ошибка и выше' },
      { value: 'fatal', label: 'Крах' },
      { value: 'info', label: 'Инфо и выше' },
    ],
  },
  ...dayFilters,
];

/** The other lines of the same request, in whichever log they are. */
const Request = ({ request }: LogEntry) =>
  request && <Link to={logAddress({ tenant: ANY_TENANT_LABEL, request })}>{request}</Link>;

/** Leads from the platform's log to those of all venues and back. */
function WhereToLook() {
  const [params] = useSearchParams();
  return params.has('tenant') ? (
    <Link className="bulk-action" to="/admin/logs">
      Только платформа
    </Link>
  ) : (
    <Link className="bulk-action" to={logAddress({ tenant: ANY_TENANT_LABEL })}>
      Во всех заведениях
    </Link>
  );
}

/** What the platform and the venues' processes write: found by venue, person, request, level and time. */
export default function SystemLogPage() {
  return (
    <LogPage<LogEntry>
      resource="logs"
      title="Журнал системы"
      base="/admin/logs"
      columns={columns}
      filters={filters}
      search="Слово из строки"
      buttons={<WhereToLook />}
      whatOf={firstLineOf}
      drawn={Message}
      whoOf={(entry) => [placeOf(entry), entry.user].filter(Boolean).join(' · ')}
      factsOf={(entry) => [
        ['Важность', levels[entry.level].label],
        ['Где', placeOf(entry)],
        ['Кто', entry.user],
        ['Код запроса', <Request key="request" {...entry} />],
      ]}
      moreOf={({ line, message }) => <pre className="log-rest">{logLine(line).rest || message}</pre>}
      empty="Записей нет"
    />
  );
}
