import { Alert, Button } from '@mantine/core';
import { formatQuantity, plural } from '@ostatok/kit/web/format.ts';
import type { QueuedEntry } from '../../offline/count-outbox.ts';
import { grossText } from '../../ui/shown.ts';
import { useLive, useQueuedEntries, useWorkspace } from '../../workspace/workspace.ts';
import classes from './Counts.module.css';

const amountOf = ({ entry, unit }: QueuedEntry): string =>
  entry.quantity === undefined ? grossText(entry) : formatQuantity(entry.quantity, unit);

function Row({ queued }: { queued: QueuedEntry }) {
  const { entries } = useWorkspace();
  const { id } = queued.entry;
  const refused = queued.state === 'refused';
  return (
    <li className={classes.queued}>
      <span>
        <b>{queued.itemName}</b> {amountOf(queued)}
        {refused ? ` — ${queued.error}` : ''}
      </span>
      {queued.doubt?.instead && (
        <Button size="sm" onClick={() => entries.confirm(id, queued.doubt?.instead?.amount)}>
          Записать {queued.doubt.instead.label}
        </Button>
      )}
      {refused && (
        <Button size="sm" variant="default" onClick={() => (queued.doubt ? entries.confirm(id) : entries.retry(id))}>
          {queued.doubt ? 'Всё верно, записать' : 'Повторить'}
        </Button>
      )}
      <Button
        size="sm"
        variant="subtle"
        color="red"
        onClick={() => (refused ? entries.discard(id) : entries.takeBack(id))}
      >
        {refused ? 'Убрать' : 'Забрать'}
      </Button>
    </li>
  );
}

/**
 * Lists what has not reached the server: refused entries with their reasons, and entries that wait for a connection.
 */
export function QueuedNotice({ countId }: { countId: number }) {
  const { entries } = useWorkspace();
  const { connection } = useLive();
  const mine = useQueuedEntries().filter((queued) => queued.countId === countId && !queued.takenBack);
  const refused = mine.filter(({ state }) => state === 'refused');
  const waiting = mine.filter(({ state }) => state === 'waiting');
  const cutOff = waiting.length > 0 && (connection === 'offline' || entries.isOffline());
  return (
    <>
      {cutOff && (
        <Alert color="amber" variant="light">
          <details>
            <summary className={classes.summary}>
              {waiting.length} {plural(waiting.length, ['запись ждёт', 'записи ждут', 'записей ждут'])} связи. Сохранено
              в этом браузере, уйдёт само
            </summary>
            <ul className={classes.list}>
              {waiting.map((queued) => (
                <Row key={queued.entry.id} queued={queued} />
              ))}
            </ul>
          </details>
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert color="red" variant="light" title="Не принято" role="alert">
          <ul className={classes.list}>
            {refused.map((queued) => (
              <Row key={queued.entry.id} queued={queued} />
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}
