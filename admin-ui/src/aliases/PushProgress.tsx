import type { Operation, OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import { api } from '../http-client.ts';
import { act, couldNot } from '../ui/act.ts';
import { Badge } from '../ui/Badge.tsx';
import { isOver, usePushItems } from './push-calls.ts';

const itemTexts: Record<OperationItem['status'], string> = {
  waiting: 'ждёт',
  running: 'идёт',
  done: 'готово',
  skipped: 'пропущено',
  failed: 'не удалось',
};
const tones = { waiting: 'plain', running: 'warn', done: 'good', skipped: 'plain', failed: 'bad' } as const;

const control = (operation: Operation, verb: 'pause' | 'resume' | 'cancel', done: string, what: string) => () =>
  void act({
    rows: [operation],
    call: ({ id }) => api.call(`POST /api/admin/operations/:id/${verb}`, { params: { id } }),
    done,
    failed: couldNot(what),
    resources: ['operations'],
  });

function Controls({ operation }: { operation: Operation }) {
  if (isOver(operation)) return null;
  return (
    <div className="action-buttons">
      {operation.status === 'paused' ? (
        <button
          type="button"
          className="bulk-action"
          onClick={control(operation, 'resume', 'Отправка продолжена', 'продолжить')}
        >
          Продолжить
        </button>
      ) : (
        <button
          type="button"
          className="bulk-action"
          onClick={control(operation, 'pause', 'Отправка приостановлена', 'приостановить')}
        >
          Приостановить
        </button>
      )}
      <button
        type="button"
        className="bulk-action row-action-danger"
        onClick={control(operation, 'cancel', 'Отправка отменена', 'отменить')}
      >
        Отменить
      </button>
    </div>
  );
}

/** Shows the progress of a push by tenant, live. */
export function PushProgress({ operation }: { operation: Operation }) {
  const { data } = usePushItems(operation.id);
  const { total, done, failed, skipped, message, title } = operation;
  const past = done + failed + skipped;
  const number = (count: number) => count.toLocaleString('ru-RU');
  return (
    <section className="push-progress" aria-label={title}>
      <p>
        <strong>{title}</strong>
      </p>
      <progress max={Math.max(1, total)} value={past} aria-label={title} />
      <p role="status">
        {number(past)} из {number(total)}: готово {number(done)}, пропущено {number(skipped)}, не удалось{' '}
        {number(failed)}
        {message && `. ${message}`}
      </p>
      <Controls operation={operation} />
      {data && data.items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <ul className="push-items" aria-label="Заведения" tabIndex={0}>
          {data.items.map(({ key, label, status, message: words }) => (
            <li key={key}>
              <span>{label}</span>
              <span>
                {words && <span className="dim">{words} </span>}
                <Badge tone={tones[status]}>{itemTexts[status]}</Badge>
              </span>
            </li>
          ))}
        </ul>
      )}
      {data && data.total > data.items.length && <p className="dim">Показаны первые {number(data.items.length)}.</p>}
    </section>
  );
}
