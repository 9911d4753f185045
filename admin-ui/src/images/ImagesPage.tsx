import type { HostImage } from '@ostatok/api/contract/images.endpoints.ts';
import { DataList } from '../list/DataList.tsx';
import type { Column } from '../list/types.ts';
import { Badge } from '../ui/Badge.tsx';
import { dateText, sizeText } from '../ui/texts.ts';
import { imageActions, nameOf, shortId } from './image-actions.ts';

type Marked = Pick<HostImage, 'in_use' | 'is_default' | 'stopped'>;

const Marks = ({ in_use, is_default, stopped }: Marked) => (
  <>
    {is_default && <Badge tone="good">для всех</Badge>}
    {in_use && !is_default && <Badge tone="good">используется</Badge>}
    {stopped && (
      <span title={stopped.reason}>
        <Badge tone="bad">остановлен</Badge>
      </span>
    )}
  </>
);

const columns: Column<HostImage>[] = [
  {
    key: 'repository',
    label: 'Репозиторий',
    sort: 'repository',
    min: 220,
    grow: 3,
    render: ({ repository, ...image }) => (
      <>
        <strong>{repository}</strong> <Marks {...image} />
      </>
    ),
    text: ({ repository }) => repository,
  },
  { key: 'tag', label: 'Тег', min: 120, render: ({ tag }) => tag, text: ({ tag }) => tag },
  { key: 'id', label: 'ID', min: 130, render: (image) => <code>{shortId(image)}</code>, text: shortId },
  {
    key: 'tenants',
    label: 'Заведений',
    min: 100,
    align: 'right',
    render: ({ tenants }) => tenants,
    text: ({ tenants }) => tenants,
  },
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

const ImageCard = (image: HostImage) => (
  <>
    <div className="card-line">
      <strong>{nameOf(image)}</strong>
      <Marks {...image} />
    </div>
    <div className="dim">
      <code>{shortId(image)}</code> · {sizeText(image.size)} · создан {dateText(image.created_at)} · заведений:{' '}
      {image.tenants}
    </div>
    {image.stopped && <div className="dim">Остановлен: {image.stopped.reason}</div>}
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
      actions={imageActions}
      actionWords
      actionsWidth={240}
      empty="Образы не найдены"
      nothingFound="Образы не найдены"
    />
  );
}
