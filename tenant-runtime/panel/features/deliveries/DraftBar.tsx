import { Alert, Button, Kbd } from '@mantine/core';
import { plural } from '@ostatok/kit/web/format.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import type { DeliveryLine } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import type { Ref } from 'react';
import { messageOf } from '../../client/api.ts';
import classes from './Deliveries.module.css';
import type { QueuedDecision } from './decision-queue.ts';
import { openLines } from './delivery-lines.ts';
import type { Posting } from './use-posting.ts';

interface DraftBarProps {
  rows: readonly DeliveryLine[];
  queued: ReadonlyMap<number, QueuedDecision>;
  /** Why nothing can be saved now; null when it can. */
  trouble: string | null;
  posting: Posting;
  postRef: Ref<HTMLButtonElement>;
  onNext: () => void;
  onRetry: () => void;
}

function Trouble({ queued, trouble, onRetry }: Pick<DraftBarProps, 'queued' | 'trouble' | 'onRetry'>) {
  const waiting = [...queued.values()].filter(({ state }) => state === 'waiting').length;
  if (trouble === null || waiting === 0) return null;
  return (
    <Alert color="red" variant="light" role="alert" title={`Не сохранено строк: ${waiting}. Повторяем сами`}>
      {trouble}{' '}
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        Повторить сейчас
      </Button>
    </Alert>
  );
}

/** Stays in sight below a draft: how many lines are open, the way to the next one, and posting. */
export function DraftBar(props: DraftBarProps) {
  const { rows, posting, postRef, onNext } = props;
  const open = openLines(rows);
  const lines = plural(rows.length, ['строки', 'строк', 'строк']);
  return (
    <div className={classes.bar}>
      <Trouble {...props} />
      {posting.refusal && (
        <Alert color="red" variant="light" role="alert">
          {messageOf(posting.refusal)}
        </Alert>
      )}
      <div className={classes.barRow}>
        <span className={classes.progress} role="status">
          <Mark size={32} fill={rows.length === 0 ? 0 : (rows.length - open.length) / rows.length} />
          {open.length > 0 ? `Не решено ${open.length} из ${rows.length} ${lines}` : 'Все строки решены'}
        </span>
        {open.length > 0 && (
          <Button
            variant="default"
            aria-keyshortcuts="N"
            onClick={onNext}
            rightSection={
              <Kbd aria-hidden className={classes.key}>
                N
              </Kbd>
            }
          >
            Следующая
          </Button>
        )}
        <Button ref={postRef} loading={posting.isPosting} onClick={() => posting.post()}>
          Провести
        </Button>
      </div>
    </div>
  );
}
