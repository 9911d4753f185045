import type { HostImage } from '@ostatok/api/contract/images.ts';
import { api } from '../http-client.ts';
import { DataList } from '../list/DataList.tsx';
import type { Action, Column } from '../list/types.ts';
import { act } from '../ui/act.ts';
import { Badge } from '../ui/Badge.tsx';
import { confirm } from '../ui/confirm.tsx';
import { dateText, sizeText } from '../ui/texts.ts';

const ID_LENGTH = 12;
const shortId = ({ id }: HostImage): string => id.replace(/^sha256:/, '').slice(0, ID_LENGTH);
const nameOf = ({ repository, tag }: HostImage): string => `${repository}:${tag}`;

const columns: Column<HostImage>[] = [
  {
    key: 'repository',
    label: 'Репозиторий',
    sort: 'repository',
    min: 220,
    grow: 3,
    render: ({ repository, in_use }) => (
      <>
        <strong>{repository}</strong> {in_use && <Badge tone="good">используется</Badge>}
      </>
    ),
    text: ({ repository }) => repository,
  },
  { key: 'tag', label: 'Тег', min: 120, render: ({ tag }) => tag, text: ({ tag }) => tag },
  { key: 'id', label: 'ID', min: 130, render: (image) => <code>{shortId(image)}</code>, text: shortId },
  {
    key: 'size',
    label: 'Размер',
    min: 100,
    align: 'right',
    render: ({ size }) => sizeText(size),
    text: ({ size }) => size,
  },
  {
    key: 'created_at',
    label: 'Создан',
    sort: 'created_at',
    min: 105,
    render: ({ created_at }) => dateText(created_at),
    text: ({ created_at }) => dateText(created_at),
  },
];

async function remove(rows: HostImage[]): Promise<void> {
  const [image] = rows;
  if (!image) return;
  const sure = await confirm({
    title: rows.length === 1 ? `Удалить образ ${nameOf(image)}?` : `Удалить образов: ${rows.length}?`,
    text: 'Это действие необратимо.',
    yes: 'Удалить',
    danger: true,
  });
  if (!sure) return;
  await act({
    rows,
    call: ({ id }) => api.delete(`/api/admin/images/${encodeURIComponent(id)}`),
    done: 'Образ удалён',
    failed: 'Ошибка выполнения действия',
    resources: ['images'],
  });
}

const actions: Action<HostImage>[] = [
  {
    key: 'delete',
    label: 'Удалить',
    icon: 'trash',
    danger: true,
    bulk: true,
    isShown: ({ in_use }) => !in_use,
    run: remove,
  },
];

const ImageCard = (image: HostImage) => (
  <>
    <div className="card-line">
      <strong>{nameOf(image)}</strong>
      {image.in_use && <Badge tone="good">используется</Badge>}
    </div>
    <div className="dim">
      <code>{shortId(image)}</code> · {sizeText(image.size)} · создан {dateText(image.created_at)}
    </div>
  </>
);

export default function ImagesPage() {
  return (
    <DataList<HostImage>
      resource="images"
      title="Образы"
      base="/admin/images"
      columns={columns}
      card={ImageCard}
      nameOf={nameOf}
      sort={{ field: 'created_at', order: 'DESC' }}
      search="Репозиторий, тег или ID"
      actions={actions}
      actionWords
      empty="Образы не найдены"
      nothingFound="Образы не найдены"
    />
  );
}
