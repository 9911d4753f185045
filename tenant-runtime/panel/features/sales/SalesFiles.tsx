import { Badge, Button, Title } from '@mantine/core';
import type { SalesFileDetails, SalesFileView } from '@ostatok/tenant-runtime/contract/sales.endpoints.ts';
import type { SalesFileStatus } from '@ostatok/tenant-runtime/contract/sales.ts';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import classes from './Sales.module.css';
import { useFiles, useRemove } from './sales.ts';
import { periodText, statusLabels, totalsText } from './sales-labels.ts';

const PAGE = 10;
const colours: Record<SalesFileStatus, string> = { draft: 'amber', applied: 'teal', removed: 'gray' };

interface RowProps {
  file: SalesFileView;
  onOpen: (file: SalesFileDetails) => void;
}

/** Asks once, in its own place, before the days of a file are taken away. */
function Remove({ file }: { file: SalesFileView }) {
  const [asked, setAsked] = useState(false);
  const remove = useRemove();
  const onError = (error: Error): void => void toast.error(messageOf(error));
  if (!asked) {
    return (
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAsked(true)}>
        Убрать
      </Button>
    );
  }
  return (
    <span role="alert" className={classes.asked}>
      Продажи этого файла уйдут из расхода
      <Button
        autoFocus
        size="compact-sm"
        color="red"
        loading={remove.isPending}
        onClick={() => remove.mutate(file.id, { onError })}
      >
        Убрать дни
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setAsked(false)}>
        Оставить
      </Button>
    </span>
  );
}

function Row({ file, onOpen }: RowProps) {
  async function open(): Promise<void> {
    try {
      onOpen((await api.call('GET /api/sales/files/:id', { params: { id: file.id } })).file);
    } catch (error) {
      toast.error(messageOf(error));
    }
  }
  return (
    <li className={classes.file}>
      <span className={classes.fileName}>{file.file}</span>
      <span className={classes.dim}>
        {file.source.name} · {periodText(file)} · {totalsText(file.totals.summed)}
      </span>
      <span className={classes.fileState}>
        {file.superseded ? (
          <Badge color="gray">заменён</Badge>
        ) : (
          <Badge color={colours[file.status]}>{statusLabels[file.status]}</Badge>
        )}
        {file.status === 'draft' && (
          <Button size="compact-sm" variant="default" onClick={() => void open()}>
            Посмотреть
          </Button>
        )}
        {file.status === 'applied' && !file.superseded && <Remove file={file} />}
      </span>
    </li>
  );
}

/** The files that were read, the newest first. */
export function SalesFiles({ onOpen }: { onOpen: (file: SalesFileDetails) => void }) {
  const [limit, setLimit] = useState(PAGE);
  const { data, error, refetch } = useFiles(limit);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={3} />;
  if (data.files.length === 0) {
    return (
      <p className={classes.nothing}>
        <b>Продаж ещё не было.</b> Загрузите отчёт кассы: увидим, что продано, и чего из этого нет на складе
      </p>
    );
  }
  return (
    <section className={classes.part} aria-labelledby="files-title">
      <Title order={2} size="h4" id="files-title">
        Файлы
      </Title>
      <ul className={classes.list}>
        {data.files.map((file) => (
          <Row key={file.id} file={file} onOpen={onOpen} />
        ))}
      </ul>
      {data.pagination.total > data.files.length && (
        <Button variant="default" onClick={() => setLimit(limit + PAGE * 2)}>
          Показать ещё
        </Button>
      )}
    </section>
  );
}
