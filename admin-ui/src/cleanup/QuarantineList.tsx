import type { QuarantineItem } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { DataList } from '../list/DataList.tsx';
import type { Column, Filter } from '../list/types.ts';
import { Badge } from '../ui/Badge.tsx';
import { Facts } from '../ui/Facts.tsx';
import { timeText } from '../ui/texts.ts';
import { isKept, quarantineActions } from './quarantine-actions.ts';
import { cleanups, leftText, quarantineStatuses } from './texts.ts';

const leftOf = (item: QuarantineItem): string => (isKept(item) ? leftText(item.purge_at) : '—');
const Status = (item: QuarantineItem) => (
  <Badge tone={isKept(item) ? 'good' : 'plain'}>{quarantineStatuses[item.status]}</Badge>
);

const columns: Column<QuarantineItem>[] = [
  {
    key: 'label',
    label: 'Что',
    sort: 'label',
    min: 200,
    grow: 3,
    render: ({ label }) => <strong>{label}</strong>,
    text: ({ label }) => label,
  },
  {
    key: 'action',
    label: 'Очистка',
    sort: 'action',
    min: 170,
    render: ({ action }) => cleanups[action].label,
    text: ({ action }) => cleanups[action].label,
  },
  { key: 'why', label: 'Почему', min: 220, grow: 3, render: ({ why }) => why, text: ({ why }) => why },
  { key: 'left', label: 'Осталось', sort: 'purge_at', min: 120, grow: 0, render: leftOf, text: leftOf },
  {
    key: 'status',
    label: 'Состояние',
    sort: 'status',
    min: 125,
    grow: 0,
    render: Status,
    text: ({ status }) => quarantineStatuses[status],
  },
  {
    key: 'quarantined_at',
    label: 'Убрано',
    sort: 'quarantined_at',
    min: 160,
    grow: 0,
    render: ({ quarantined_at }) => timeText(quarantined_at),
    text: ({ quarantined_at }) => timeText(quarantined_at),
  },
];

const choicesOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));
const filters: Filter[] = [
  { key: 'status', label: 'Состояние', initial: 'kept', choices: choicesOf(quarantineStatuses) },
  {
    key: 'action',
    label: 'Очистка',
    choices: Object.entries(cleanups).map(([value, { label }]) => ({ value, label })),
  },
];

const ItemCard = (item: QuarantineItem) => (
  <>
    <div className="card-line">
      <strong>{item.label}</strong>
      <Status {...item} />
    </div>
    <div>{item.why}</div>
    <div className="dim">{isKept(item) ? `Осталось: ${leftOf(item)}` : timeText(item.quarantined_at)}</div>
  </>
);

const Details = ({ item }: { item: QuarantineItem | undefined }) =>
  item ? (
    <>
      <h2 className="record-title">{item.label}</h2>
      <Facts
        facts={[
          ['Почему', item.why],
          ['Очистка', cleanups[item.action].label],
          ['Состояние', quarantineStatuses[item.status]],
          ['Убрано', timeText(item.quarantined_at)],
          ['Хранится до', timeText(item.purge_at)],
          ['Ключ', <code key="key">{item.key}</code>],
        ]}
      />
    </>
  ) : (
    <p className="dim">Строка не на экране: найдите её в списке</p>
  );

/** Lists what was cleaned up and can still be restored. */
export const QuarantineList = () => (
  <DataList<QuarantineItem>
    resource="quarantine"
    title="Карантин"
    base="/admin/cleanup/quarantine"
    columns={columns}
    card={ItemCard}
    nameOf={({ label }) => label}
    sort={{ field: 'quarantined_at', order: 'DESC' }}
    search="Что или ключ"
    filters={filters}
    actions={quarantineActions}
    actionWords
    details={(_id, row) => <Details item={row} />}
    empty="В карантине пусто"
    nothingFound="Ничего не нашлось"
  />
);
