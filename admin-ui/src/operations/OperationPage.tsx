import type { OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import { Link } from 'react-router';
import { DataList } from '../list/DataList.tsx';
import { ListFailed } from '../list/ListMessages.tsx';
import type { Column, Filter } from '../list/types.ts';
import { Badge } from '../ui/Badge.tsx';
import { Facts } from '../ui/Facts.tsx';
import { OperationHead } from './OperationHead.tsx';
import { useOperation } from './queries.ts';
import { itemStatuses, itemTones, msText } from './texts.ts';

/** An item as `data-provider.ts` returns it. */
type Item = OperationItem & { id: string };

const ItemState = ({ status }: OperationItem) => <Badge tone={itemTones[status]}>{itemStatuses[status]}</Badge>;

const columns: Column<Item>[] = [
  {
    key: 'label',
    label: 'Что',
    sort: 'label',
    min: 220,
    grow: 3,
    render: ({ label }) => label,
    text: ({ label }) => label,
  },
  {
    key: 'status',
    label: 'Состояние',
    sort: 'status',
    min: 130,
    grow: 0,
    render: ItemState,
    text: ({ status }) => itemStatuses[status],
  },
  {
    key: 'message',
    label: 'Что вышло',
    min: 240,
    grow: 4,
    render: ({ message }) => message ?? '—',
    text: ({ message }) => message,
  },
  {
    key: 'ms',
    label: 'Время',
    sort: 'ms',
    min: 110,
    grow: 0,
    align: 'right',
    render: ({ ms }) => msText(ms),
    text: ({ ms }) => ms,
  },
];

const filters: Filter[] = [
  {
    key: 'status',
    label: 'Состояние',
    choices: Object.entries(itemStatuses).map(([value, label]) => ({ value, label })),
  },
];

const ItemCard = (item: Item) => (
  <>
    <div className="card-line">
      <strong>{item.label}</strong>
      <ItemState {...item} />
    </div>
    <div className="dim">{[item.message, item.ms !== null && msText(item.ms)].filter(Boolean).join(' · ')}</div>
  </>
);

function ItemDetails({ item }: { item: Item | undefined }) {
  if (!item) return <p className="dim">Строка не на экране: найдите её в списке</p>;
  return (
    <>
      <h2 className="record-title">{item.label}</h2>
      <Facts
        facts={[
          ['Состояние', itemStatuses[item.status]],
          ['Что вышло', item.message],
          ['Время', msText(item.ms)],
        ]}
      />
      {item.result && <pre className="log">{JSON.stringify(item.result, null, 2)}</pre>}
    </>
  );
}

/** One operation with all its items, live; failed ones come first. */
export function OperationPage({ id }: { id: string }) {
  const { data: operation, error, refetch } = useOperation(id);
  if (error && !operation)
    return (
      <div className="page">
        <h1>Работа</h1>
        <ListFailed text="Не удалось загрузить данные" error={error} onRetry={refetch} />
      </div>
    );
  return (
    <DataList<Item>
      resource="operation-items"
      title={operation?.title ?? 'Работа'}
      base={`/admin/operations/${id}`}
      fixed={{ of: id }}
      columns={columns}
      card={ItemCard}
      nameOf={({ label }) => label}
      sort={{ field: 'status', order: 'ASC' }}
      filters={filters}
      details={(_key, row) => <ItemDetails item={row} />}
      above={operation && <OperationHead operation={operation} />}
      buttons={<Link to="/admin/operations">Все работы</Link>}
      empty="В этой работе ничего нет"
      nothingFound="Таких строк нет"
    />
  );
}
