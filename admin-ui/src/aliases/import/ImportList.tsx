import type { AliasImportRecord } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { DataList } from '../../list/DataList.tsx';
import type { Action, Column, Filter } from '../../list/types.ts';
import { Badge } from '../../ui/Badge.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { timeText } from '../../ui/texts.ts';
import { toastDone, toastFailed } from '../../ui/toasts.tsx';
import { IMPORTS, undo } from './calls.ts';
import { ImportButton } from './ImportDialog.tsx';

const nameOf = ({ file, at }: AliasImportRecord): string => file ?? `Загрузка от ${timeText(at)}`;
const actorOf = ({ actor }: AliasImportRecord): string => actor ?? '—';
const sourceOf = ({ source }: AliasImportRecord): string => source ?? '—';
const countOf = (count: number | null): string => count?.toLocaleString('ru-RU') ?? '—';

function stateOf({ undone_at, undone_by }: AliasImportRecord): string {
  if (!undone_at) return 'Загружена';
  return `Отменена ${timeText(undone_at)}${undone_by ? `, ${undone_by}` : ''}`;
}
const State = (row: AliasImportRecord) => (
  <Badge tone={row.undone_at ? 'plain' : 'good'}>{row.undone_at ? 'Отменена' : 'Загружена'}</Badge>
);

const count = (key: 'created' | 'updated' | 'invalid' | 'unchanged', label: string, more: object = {}) => ({
  key,
  label,
  sort: key,
  min: 110,
  grow: 0,
  align: 'right' as const,
  render: (row: AliasImportRecord) => countOf(row[key]),
  text: (row: AliasImportRecord) => row[key],
  ...more,
});

const columns: Column<AliasImportRecord>[] = [
  {
    key: 'file',
    label: 'Файл',
    sort: 'file',
    min: 200,
    grow: 4,
    render: (row) => <strong>{nameOf(row)}</strong>,
    text: nameOf,
  },
  { key: 'source', label: 'Источник', min: 140, grow: 2, hidden: true, render: sourceOf, text: sourceOf },
  count('created', 'Добавлено'),
  count('updated', 'Изменено'),
  count('unchanged', 'Без изменений', { sort: undefined, min: 130, hidden: true }),
  count('invalid', 'Не подошло', { min: 120 }),
  { key: 'actor', label: 'Кто', sort: 'actor', min: 170, grow: 2, render: actorOf, text: actorOf },
  {
    key: 'at',
    label: 'Когда',
    sort: 'at',
    min: 150,
    grow: 0,
    render: ({ at }) => timeText(at),
    text: ({ at }) => timeText(at),
  },
  { key: 'undone_at', label: 'Состояние', sort: 'undone_at', min: 120, grow: 0, render: State, text: stateOf },
];

const ImportCard = (row: AliasImportRecord) => (
  <>
    <div className="card-line">
      <strong>{nameOf(row)}</strong>
      <State {...row} />
    </div>
    <div>
      Добавлено {countOf(row.created)} · изменено {countOf(row.updated)}
    </div>
    <div className="dim">
      {timeText(row.at)} · {actorOf(row)}
    </div>
  </>
);

const filters: Filter[] = [
  {
    key: 'status',
    label: 'Состояние',
    choices: [
      { value: 'committed', label: 'Загруженные' },
      { value: 'undone', label: 'Отменённые' },
    ],
  },
];

async function takeBack(row: AliasImportRecord): Promise<void> {
  const sure = await confirm({
    title: `Отменить загрузку ${quoted(nameOf(row))}?`,
    text: 'Добавленные ею алиасы пропадут, изменённые станут прежними. Что изменили после неё, останется как есть.',
    yes: 'Отменить загрузку',
    danger: true,
  });
  if (!sure) return;
  try {
    toastDone((await undo(row.id)).message);
  } catch (error) {
    toastFailed('Загрузка не отменена', error);
  }
}

const actions: Action<AliasImportRecord>[] = [
  {
    key: 'undo',
    label: 'Отменить загрузку',
    icon: 'restart',
    danger: true,
    isShown: ({ status }) => status === 'committed',
    run: ([row]) => row && takeBack(row),
  },
];

/** Lists past imports of files into the catalogue, each with its undo. */
export const ImportList = () => (
  <DataList<AliasImportRecord>
    resource="alias-imports"
    title="Загрузки алиасов"
    base={IMPORTS}
    columns={columns}
    card={ImportCard}
    nameOf={nameOf}
    sort={{ field: 'at', order: 'DESC' }}
    search="Файл или кто загрузил"
    filters={filters}
    actions={actions}
    actionsWidth={84}
    buttons={<ImportButton isMain />}
    empty="Из файлов пока ничего не загружали"
    firstStep={<ImportButton isMain />}
    nothingFound="Таких загрузок нет"
    loadError="Ошибка загрузки данных"
  />
);
