import { Alert, Button, Group } from '@mantine/core';
import { formatQuantity, plural } from '@ostatok/kit/web/format.ts';
import type { Doubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import type { QueuedChange } from '../../offline/outbox.ts';
import { Delta } from '../../ui/Delta.tsx';
import { grossText } from '../../ui/shown.ts';
import { useLive, useQueue, useWorkspace } from '../../workspace/workspace.ts';
import classes from './QueueNotice.module.css';

function Amount({ change, unit }: Pick<QueuedChange, 'change' | 'unit'>) {
  if (change.delta !== undefined) return <Delta value={change.delta} unit={unit} />;
  return <b>= {change.set === undefined ? grossText(change) : formatQuantity(change.set, unit)}</b>;
}

/** Answers the server's question whether the amount is meant; the probable amount comes first. */
function Answers({ id, doubt: { instead } }: { id: string; doubt: Doubt }) {
  const { outbox } = useWorkspace();
  return (
    <>
      {instead && (
        <Button size="sm" onClick={() => outbox.confirm(id, instead.amount)}>
          Записать {instead.label}
        </Button>
      )}
      <Button size="sm" variant="default" onClick={() => outbox.confirm(id)}>
        Всё верно, записать
      </Button>
    </>
  );
}

function Refused({ entry }: { entry: QueuedChange }) {
  const { outbox } = useWorkspace();
  const { id } = entry.change;
  return (
    <Group gap="xs" className={classes.refused}>
      <span className={classes.words}>
        <b>{entry.itemName}</b> <Amount {...entry} /> — {entry.error}
      </span>
      {entry.doubt ? (
        <Answers id={id} doubt={entry.doubt} />
      ) : (
        <Button size="sm" variant="default" onClick={() => outbox.retry(id)}>
          Повторить
        </Button>
      )}
      <Button size="sm" variant="subtle" color="red" onClick={() => outbox.discard(id)}>
        Убрать
      </Button>
    </Group>
  );
}

/** Lists what has not reached the server: refused changes with their reasons, and waiting ones when offline. */
export function QueueNotice() {
  const queue = useQueue();
  const { connection } = useLive();
  const { outbox } = useWorkspace();
  const refused = queue.filter(({ state }) => state === 'refused');
  const waiting = queue.length - refused.length;
  const cutOff = waiting > 0 && (connection === 'offline' || outbox.isOffline());
  if (refused.length === 0 && !cutOff) return null;
  return (
    <div className={classes.notice}>
      {cutOff && (
        <Alert color="amber" variant="light" className={classes.waiting}>
          {waiting} {plural(waiting, ['изменение ждёт', 'изменения ждут', 'изменений ждут'])} связи. Сохранено в этом
          браузере, уйдёт само
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert color="red" variant="light" title="Не принято" role="alert">
          {refused.map((entry) => (
            <Refused key={entry.change.id} entry={entry} />
          ))}
        </Alert>
      )}
    </div>
  );
}
