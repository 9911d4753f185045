import './operations.css';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { useLocation } from 'react-router';
import { DataList } from '../list/DataList.tsx';
import type { Column, Filter } from '../list/types.ts';
import { Badge } from '../ui/Badge.tsx';
import { timeText } from '../ui/texts.ts';
import { OperationPage } from './OperationPage.tsx';
import { operationActions } from './operation-actions.ts';
import { kinds, number, pastOf, progressText, statuses, tones } from './texts.ts';

const BASE = '/admin/operations';

const State = ({ status }: Operation) => <Badge tone={tones[status]}>{statuses[status]}</Badge>;
/** Failures come first, because a narrow column truncates the end. */
const Progress = (operation: Operation) => (
  <>
    {operation.failed > 0 && <span className="operation-failed">Ошибок: {number(operation.failed)} · </span>}
    {number(pastOf(operation))} из {number(operation.total)}
  </>
);
const whoOf = ({ started_by }: Operation): string => started_by ?? 'Платформа';

const columns: Column<Operation>[] = [
  { key: 'title', label: 'Работа', min: 230, grow: 4, render: ({ title }) => title, text: ({ title }) => title },
  {
    key: 'kind',
    label: 'Вид',
    sort: 'kind',
    min: 175,
    grow: 0,
    render: ({ kind }) => kinds[kind],
    text: ({ kind }) => kinds[kind],
  },
  {
    key: 'status',
    label: 'Состояние',
    sort: 'status',
    min: 140,
    grow: 0,
    render: State,
    text: ({ status }) => statuses[status],
  },
  {
    key: 'progress',
    label: 'Сделано',
    min: 190,
    grow: 2,
    render: (operation) => <Progress {...operation} />,
    text: progressText,
  },
  { key: 'started_by', label: 'Кто начал', min: 150, render: whoOf, text: whoOf },
  {
    key: 'created_at',
    label: 'Начата',
    sort: 'created_at',
    min: 160,
    grow: 0,
    render: ({ created_at }) => timeText(created_at),
    text: ({ created_at }) => timeText(created_at),
  },
];

const choicesOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));
const filters: Filter[] = [
  { key: 'kind', label: 'Вид', choices: choicesOf(kinds) },
  { key: 'status', label: 'Состояние', choices: choicesOf(statuses) },
];

const OperationCard = (operation: Operation) => (
  <>
    <div className="card-line">
      <strong>{operation.title}</strong>
      <State {...operation} />
    </div>
    <div>{progressText(operation)}</div>
    <div className="dim">
      {whoOf(operation)} · {timeText(operation.created_at)}
    </div>
  </>
);

/** The list of all operations and, under its own address, one of them. */
export default function OperationsPage() {
  const id = useLocation()
    .pathname.slice(BASE.length + 1)
    .split('/')[0];
  if (id) return <OperationPage key={id} id={id} />;
  return (
    <DataList<Operation>
      resource="operations"
      title="Работы"
      base={BASE}
      columns={columns}
      card={OperationCard}
      nameOf={({ title }) => title}
      sort={{ field: 'created_at', order: 'DESC' }}
      filters={filters}
      actions={operationActions}
      addressOf={(operation) => `${BASE}/${operation.id}`}
      empty="Долгих работ пока не было"
      firstStep="Здесь видно, как идут обновления, отправки алиасов, очистки и копии"
      nothingFound="Таких работ нет"
    />
  );
}
