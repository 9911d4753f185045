import { Button } from '@mantine/core';
import { formatDelta, formatQuantity, plural } from '@ostatok/kit/web/format.ts';
import type { KeptChange } from '../../lib/database.ts';
import { useQueue, useWorkspace } from '../../lib/workspace.ts';
import classes from './Queue.module.css';

function Entry({ entry }: { entry: KeptChange }) {
  const { queue } = useWorkspace();
  const { change, itemName, unit, error } = entry;
  const amount = change.delta === undefined ? `= ${formatQuantity(change.set, unit)}` : formatDelta(change.delta, unit);
  return (
    <li className={classes.entry}>
      <span className={classes.words}>
        {itemName} <b>{amount}</b>
        {error && <span className={classes.error}>{error}</span>}
      </span>
      {error && (
        <>
          <Button variant="default" size="md" onClick={() => void queue.retry(entry.id)}>
            Повторить
          </Button>
          <Button variant="subtle" color="red" size="md" onClick={() => void queue.discard(entry.id)}>
            Убрать
          </Button>
        </>
      )}
    </li>
  );
}

/** What this phone has yet to bring to the server; nothing is shown when nothing waits. */
export function QueueBar() {
  const { entries, offline } = useQueue();
  const refused = entries.filter(({ error }) => error !== undefined).length;
  if (entries.length === 0) return null;
  const words = plural(entries.length, ['изменение', 'изменения', 'изменений']);
  return (
    <details className={classes.queue} open={refused > 0} data-testid="queue">
      <summary>
        В очереди {entries.length} {words}
        {offline && ' · нет связи, сохранено в телефоне'}
      </summary>
      <ul className={classes.entries}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </details>
  );
}
