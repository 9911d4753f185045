import { Anchor, Button } from '@mantine/core';
import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import { Link } from 'react-router';
import { importedWords } from '../../changes/change-labels.ts';
import { useUndo } from '../../changes/use-undo.ts';
import { useNow } from '../../timing/use-now.ts';
import { Delta } from '../../ui/Delta.tsx';
import { personOf } from '../../ui/person.ts';
import { since } from '../../ui/since.ts';
import { useVenue } from '../../venue/venue.ts';
import { useStock, useWorkspace } from '../../workspace/workspace.ts';
import classes from './LiveFeed.module.css';

/** An import is named by its file. */
function Named({ change: { item, delta, imported, note } }: { change: ShownChange }) {
  if (imported) {
    return (
      <>
        <b>{note}</b> {importedWords(imported)}
      </>
    );
  }
  return (
    <>
      <b>{item.name}</b> <Delta value={delta} unit={item.unit} />
    </>
  );
}

/** Renders «Джемесон +0,7 л — Анна, только что». */
function Sentence({ change, now }: { change: ShownChange; now: number }) {
  const { timezone } = useVenue();
  return (
    <span className={classes.sentence} data-undone={change.undone}>
      <Named change={change} /> — {personOf(change.user)}, {since(change.at, timezone, now)}
    </span>
  );
}

/** The newest change, in a line above the table; screen readers announce it as it comes. */
export function LiveLine() {
  const { feed } = useStock();
  const { user } = useWorkspace();
  const now = useNow(20_000);
  const undo = useUndo();
  const newest = feed[0];
  const mine = newest && newest.user?.id === user.id && !newest.imported && !newest.undone && !newest.undoes;
  return (
    <div className={classes.line} aria-live="polite" data-testid="live-line">
      {newest && <span className={classes.dot} aria-hidden />}
      {newest ? <Sentence change={newest} now={now} /> : <span>Здесь появится первое изменение</span>}
      {mine && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.undo}
          loading={undo.isPending}
          onClick={() => undo.mutate(newest)}
        >
          Отменить
        </Button>
      )}
    </div>
  );
}

/** The live feed of changes, beside the table when there is room. */
export function LiveFeed() {
  const { timezone } = useVenue();
  const { feed } = useStock();
  const now = useNow(20_000);
  if (feed.length === 0) return null;
  return (
    <aside className={classes.feed} aria-label="Последние изменения">
      <div className={classes.titleLine}>
        <h2 className={classes.title}>Сейчас в заведении</h2>
        <Anchor component={Link} to="/changes" size="sm">
          Весь журнал
        </Anchor>
      </div>
      <ol className={classes.list}>
        {feed.map((change) => (
          <li key={change.id} className={classes.event}>
            {change.imported ? (
              <span className={classes.amount}>{change.imported.changes.toLocaleString('ru-RU')} поз.</span>
            ) : (
              <Delta value={change.delta} unit={change.item.unit} className={classes.amount ?? ''} />
            )}
            <span className={classes.what} data-undone={change.undone}>
              {change.imported ? change.note : change.item.name}
            </span>
            <span className={classes.who}>
              {personOf(change.user)}, {since(change.at, timezone, now)}
              {change.undone ? ' · отменено' : ''}
              {change.undoes ? ' · отмена' : ''}
            </span>
          </li>
        ))}
      </ol>
    </aside>
  );
}
