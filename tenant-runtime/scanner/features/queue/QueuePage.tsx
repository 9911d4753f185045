import { formatDateTime } from '@ostatok/kit/web/format.ts';
import type { Doubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { screens } from '../../navigation/screen.ts';
import type { Kept } from '../../offline/operations.ts';
import { wordsOf } from '../../recording/operation-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Sure } from '../../ui/Sure.tsx';
import { useQueue, useWorkspace } from '../../workspace/workspace.ts';
import classes from './Queue.module.css';

/** Opens the screen that corrects a refused record; null when it can only be retried or discarded. */
function correct({ seq, operation }: Kept): (() => void) | null {
  if (operation.kind === 'item') return () => screens.open({ name: 'new', instead: seq });
  if (operation.kind !== 'change') return null;
  return () => screens.open({ name: 'item', ...operation.ref, instead: seq });
}

/** Asks for confirmation before discarding, because there is no other copy. */
function Discard({ kept }: { kept: Kept }) {
  const { queue } = useWorkspace();
  return <Sure ask="Убрать" yes="Точно убрать" no="Оставить" onSure={() => void queue.discard(kept.seq)} />;
}

/** Answers the server's question whether the amount is meant; the probable amount comes first. */
function Answers({ kept, doubt }: { kept: Kept; doubt: Doubt }) {
  const { queue } = useWorkspace();
  const { instead } = doubt;
  return (
    <>
      {instead && (
        <Button look="primary" onClick={() => void queue.confirm(kept.seq, instead.amount)}>
          Записать {instead.label}
        </Button>
      )}
      <Button onClick={() => void queue.confirm(kept.seq)}>Да, {wordsOf(kept)}</Button>
    </>
  );
}

function Entry({ kept }: { kept: Kept }) {
  const { queue } = useWorkspace();
  const mend = correct(kept);
  return (
    <li className={classes.entry}>
      <span className={classes.words}>
        {kept.itemName} <b>{wordsOf(kept)}</b> <small>{formatDateTime(kept.at)}</small>
        {kept.error && <span className={classes.error}>{kept.error}</span>}
      </span>
      {kept.error && kept.because === undefined && (
        <span className={classes.acts}>
          {kept.doubt && <Answers kept={kept} doubt={kept.doubt} />}
          {!kept.doubt && !kept.final && !kept.seen && (
            <Button onClick={() => void queue.retry([kept.seq])}>Повторить</Button>
          )}
          {mend && <Button onClick={mend}>Изменить</Button>}
          {kept.seen ? <Button onClick={() => void queue.discard(kept.seq)}>Понятно</Button> : <Discard kept={kept} />}
        </span>
      )}
    </li>
  );
}

function titleOf(refused: readonly Kept[]): string {
  if (refused.every(({ doubt }) => doubt)) return 'Проверьте';
  return refused.every(({ seen }) => seen) ? 'Уже посчитано' : 'Не принято';
}

export function QueuePage() {
  const { queue } = useWorkspace();
  const { kept, sending, problem } = useQueue();
  const refused = kept.filter(({ error }) => error !== undefined);
  const waiting = kept.filter(({ error }) => error === undefined);
  const seen = refused.filter((one) => one.seen);
  async function putAway(records: readonly Kept[]): Promise<void> {
    for (const { seq } of records) await queue.discard(seq);
  }
  const again = refused
    .filter(({ final, because, doubt, seen }) => !final && !doubt && !seen && because === undefined)
    .map(({ seq }) => seq);
  return (
    <Page title="Очередь" onBack={screens.back}>
      {kept.length === 0 && <Notice>Всё отправлено, ничего не ждёт</Notice>}
      {problem && waiting.length > 0 && (
        <Notice>{problem.offline ? 'Нет связи. Всё сохранено в телефоне и уйдёт само' : problem.text}</Notice>
      )}
      {waiting.length > 0 && (
        <Button look="primary" busy={sending} onClick={() => void queue.sync()}>
          {sending ? 'Отправляем…' : 'Отправить сейчас'}
        </Button>
      )}
      {refused.length > 0 && (
        <section aria-labelledby="refused">
          <h2 id="refused" className={classes.title}>
            {titleOf(refused)}: {refused.length}
          </h2>
          {seen.length > 1 && <Button onClick={() => void putAway(seen)}>Понятно, все: {seen.length}</Button>}
          {again.length > 1 && <Button onClick={() => void queue.retry(again)}>Повторить все</Button>}
          <ul>
            {refused.map((one) => (
              <Entry key={one.seq} kept={one} />
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && (
        <section aria-labelledby="waiting">
          <h2 id="waiting" className={classes.title}>
            Ждёт отправки: {waiting.length}
          </h2>
          <ul>
            {waiting.slice(0, 200).map((one) => (
              <Entry key={one.seq} kept={one} />
            ))}
          </ul>
          {waiting.length > 200 && <p>И ещё {waiting.length - 200}</p>}
        </section>
      )}
    </Page>
  );
}
