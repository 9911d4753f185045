import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core';
import { formatDateTime } from '@ostatok/kit/web/format.ts';
import type { Import } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import type { ImportKind } from '@ostatok/tenant-runtime/contract/imports.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link } from 'react-router';
import { api, messageOf } from '../../client/api.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { useVenue } from '../../venue/venue.ts';
import classes from './Spreadsheets.module.css';

const kindLabels: Record<ImportKind, string> = { items: 'Позиции и цены', expected: 'По учёту' };
const statusLabels: Record<Import['status'], string> = {
  previewed: 'не загружен',
  committed: 'загружен',
  undone: 'отменён',
};

function UndoImport({ past }: { past: Import }) {
  const [asked, setAsked] = useState(false);
  const undo = useMutation({
    mutationFn: () => api.call('POST /api/import/:importId/undo', { params: { importId: past.id } }),
    onSuccess: () => toast.success(`Загрузка отменена: ${past.file}`),
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => setAsked(false),
    meta: { invalidates: [['imports']] },
  });
  if (!asked) {
    return (
      <Button variant="default" onClick={() => setAsked(true)} aria-label={`Отменить загрузку: ${past.file}`}>
        Отменить загрузку
      </Button>
    );
  }
  return (
    <Group gap="xs" role="alert">
      <Text size="sm">Вернуть всё, как было?</Text>
      <Button autoFocus color="red" loading={undo.isPending} onClick={() => undo.mutate()}>
        Вернуть
      </Button>
      <Button variant="default" onClick={() => setAsked(false)}>
        Оставить
      </Button>
    </Group>
  );
}

/** What the file was loaded as; a count can be opened. */
function Made({ past: { kind, count } }: { past: Import }) {
  const { timezone } = useVenue();
  if (!count) return kindLabels[kind];
  return (
    <Anchor component={Link} to={`/counts/${count.id}`} inherit underline="always">
      Подсчёт на {formatDateTime(count.counted_at, timezone)}
    </Anchor>
  );
}

/** From two counts on there is a report of what is missing. */
function NextStep({ counts }: { counts: number }) {
  if (counts === 0) return null;
  return (
    <Text size="sm">
      {counts === 1 ? (
        'Один подсчёт записан. Загрузите следующий: расход считается между двумя'
      ) : (
        <>
          Между подсчётами уже виден{' '}
          <Anchor component={Link} to="/usage" inherit underline="always">
            расход
          </Anchor>
        </>
      )}
    </Text>
  );
}

export function PastImports() {
  const { timezone } = useVenue();
  const { data, error, refetch } = useQuery({
    queryKey: ['imports'],
    queryFn: async ({ signal }) => (await api.call('GET /api/imports', { signal })).imports,
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={3} />;
  const done = data.filter(({ status }) => status !== 'previewed');
  if (done.length === 0) return null;
  return (
    <section className={classes.section}>
      <Title order={2} size="h3">
        Прошлые загрузки
      </Title>
      <NextStep counts={done.filter(({ status, count }) => status === 'committed' && count !== null).length} />
      <ul className={classes.past}>
        {done.map((past) => (
          <li key={past.id}>
            <div className={classes.about}>
              <b>{past.file}</b>
              <Text size="sm" c="dimmed">
                <Made past={past} /> · {formatDateTime(past.committed_at ?? past.created_at, timezone)} ·{' '}
                {past.user ?? 'Остаток'} · новых {past.created}, обновлено {past.updated}
              </Text>
            </div>
            {past.status === 'committed' ? <UndoImport past={past} /> : <Badge>{statusLabels[past.status]}</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}
