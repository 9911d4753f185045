import type { HostImage } from '@ostatok/api/contract/images.endpoints.ts';
import { api } from '../http-client.ts';
import type { Action } from '../list/types.ts';
import { act } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';

const ID_LENGTH = 12;
export const shortId = ({ id }: HostImage): string => id.replace(/^sha256:/, '').slice(0, ID_LENGTH);
export const nameOf = ({ repository, tag }: HostImage): string => `${repository}:${tag}`;

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
    call: ({ id }) => api.call('DELETE /api/admin/images/:id', { params: { id } }),
    done: 'Образ удалён',
    failed: 'Ошибка выполнения действия',
    resources: ['images'],
  });
}

async function use([image]: HostImage[]): Promise<void> {
  if (!image) return;
  const sure = await confirm({
    title: `Запускать заведения из ${nameOf(image)}?`,
    text: 'Спящие возьмут его, когда проснутся. Работающие — после «Обновить все». Те, где он не заработает, вернутся на прежний.',
    yes: 'Запускать',
  });
  if (!sure) return;
  await act({
    rows: [image],
    call: ({ id }) => api.call('POST /api/admin/images/:id/use', { params: { id } }),
    done: 'Образ выбран для всех заведений',
    failed: 'Ошибка выполнения действия',
    resources: ['images'],
  });
}

export const imageActions: Action<HostImage>[] = [
  {
    key: 'use',
    label: 'Запускать из него',
    icon: 'swap',
    asks: true,
    isShown: ({ is_default }) => !is_default,
    run: use,
  },
  {
    key: 'delete',
    label: 'Удалить',
    icon: 'trash',
    danger: true,
    bulk: true,
    asks: true,
    isShown: ({ in_use }) => !in_use,
    run: remove,
  },
];
