import { synonymStatusLabels } from '@ostatok/api/contract/labels.ts';
import type { Synonym } from '@ostatok/api/contract/synonyms.endpoints.ts';
import type { SynonymStatus } from '@ostatok/api/contract/synonyms.ts';
import { plural } from '@ostatok/kit/web/format.ts';
import { api } from '../http-client.ts';
import { DataList } from '../list/DataList.tsx';
import type { Action, Column, Filter } from '../list/types.ts';
import { act } from '../ui/act.ts';
import { Badge } from '../ui/Badge.tsx';
import { dateText } from '../ui/texts.ts';

const tones = { pending: 'warn', approved: 'good', rejected: 'bad' } as const;
const Status = ({ status }: Synonym) => <Badge tone={tones[status]}>{synonymStatusLabels[status]}</Badge>;

const ownersText = ({ owners }: Synonym): string =>
  `${owners.toLocaleString('ru-RU')} ${plural(owners, ['владелец', 'владельца', 'владельцев'])}`;

const columns: Column<Synonym>[] = [
  {
    key: 'name',
    label: 'Называют',
    sort: 'name',
    min: 180,
    grow: 2,
    render: ({ name }) => <strong>{name}</strong>,
    text: ({ name }) => name,
  },
  {
    key: 'description',
    label: 'Товар каталога',
    sort: 'description',
    min: 220,
    grow: 3,
    render: ({ description }) => description,
    text: ({ description }) => description,
  },
  { key: 'ean', label: 'Штрихкод', min: 140, grow: 0, render: ({ ean }) => ean, text: ({ ean }) => ean },
  {
    key: 'owners',
    label: 'Согласны',
    sort: 'owners',
    min: 130,
    grow: 0,
    render: ownersText,
    text: ({ owners }) => owners,
  },
  {
    key: 'status',
    label: 'Статус',
    sort: 'status',
    min: 120,
    grow: 0,
    render: Status,
    text: ({ status }) => synonymStatusLabels[status],
  },
  {
    key: 'created_at',
    label: 'Замечено',
    sort: 'created_at',
    min: 120,
    grow: 0,
    render: ({ created_at }) => dateText(created_at),
    text: ({ created_at }) => dateText(created_at),
  },
];

const filters: Filter[] = [
  {
    key: 'status',
    label: 'Статус',
    initial: 'pending',
    choices: Object.entries(synonymStatusLabels).map(([value, label]) => ({ value, label })),
  },
];

const SynonymCard = (synonym: Synonym) => (
  <>
    <div className="card-line">
      <strong>{synonym.name}</strong>
      <Status {...synonym} />
    </div>
    <div>{synonym.description}</div>
    <div className="dim">
      {synonym.ean} · {ownersText(synonym)}
    </div>
  </>
);

const calling =
  (status: SynonymStatus) =>
  ({ id }: Synonym) =>
    api.call('PUT /api/admin/aliases/synonyms/:id/status', { params: { id }, body: { status } });

const resources = ['synonyms' as const];
const reopen = {
  call: calling('pending'),
  done: 'Название снова ждёт решения',
  failed: 'Ошибка возврата названия',
};

const deciding = (status: 'approved' | 'rejected', done: string, failed: string) => (rows: Synonym[]) =>
  act({
    rows: rows.filter((row) => row.status !== status),
    call: calling(status),
    done,
    failed,
    resources,
    undo: reopen,
  });

const actions: Action<Synonym>[] = [
  {
    key: 'approve',
    label: 'Одобрить',
    icon: 'check',
    bulk: true,
    isShown: ({ status }) => status !== 'approved',
    run: deciding('approved', 'Название одобрено', 'Ошибка одобрения названия'),
  },
  {
    key: 'reject',
    label: 'Отклонить',
    icon: 'block',
    danger: true,
    bulk: true,
    isShown: ({ status }) => status !== 'rejected',
    run: deciding('rejected', 'Название отклонено', 'Ошибка отклонения названия'),
  },
  {
    key: 'reopen',
    label: 'Вернуть на рассмотрение',
    icon: 'restart',
    bulk: true,
    isShown: ({ status }) => status !== 'pending',
    run: (rows) => act({ rows, ...reopen, resources }),
  },
];

/** Without a status the server returns only the pending ones. */
const WHATEVER = { status: 'all' };

/** What owners call products of the catalogue; matching uses the approved names. */
export function SynonymList() {
  return (
    <DataList<Synonym>
      resource="synonyms"
      title="Как называют товары"
      base="/admin/aliases/synonyms"
      columns={columns}
      card={SynonymCard}
      nameOf={({ name }) => name}
      sort={{ field: 'created_at', order: 'DESC' }}
      search="Название или штрихкод"
      filters={filters}
      fixed={WHATEVER}
      actions={actions}
      actionsWidth={110}
      empty="Общих названий пока нет: они появятся, когда несколько владельцев назовут товар одинаково"
      nothingFound="Таких названий не нашлось"
      loadError="Ошибка загрузки названий"
    />
  );
}
