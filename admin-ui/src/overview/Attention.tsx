import type { AttentionLevel, AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import { Link } from 'react-router';
import { Badge } from '../ui/Badge.tsx';
import { timeText } from '../ui/texts.ts';
import { wordsOf } from '../ui/toasts.tsx';
import { Payments } from './Payments.tsx';
import { useAttention } from './queries.ts';

const levels = {
  broken: ['bad', 'Срочно'],
  warning: ['warn', 'Важно'],
  waiting: ['plain', 'Ждёт'],
} as const satisfies Record<AttentionLevel, readonly [string, string]>;

function Line({ line }: { line: AttentionLine }) {
  const { id, level, text, details, count, since, action } = line;
  const [tone, label] = levels[level];
  // Each payment has its own button below.
  const isPayments = id === 'payments';
  return (
    <li>
      <div className="attention-line">
        <Badge tone={tone}>{label}</Badge>
        <strong>{text}</strong>
        {since && <span className="dim">с {timeText(since)}</span>}
        {!isPayments && (
          <Link className="row-action" to={action.path} aria-label={`${action.label}: ${text}`}>
            {action.label}
          </Link>
        )}
      </div>
      {isPayments ? (
        <Payments />
      ) : (
        details.length > 0 && (
          <p className="dim attention-details">
            {details.map((detail) => (
              <span key={detail}>{detail}</span>
            ))}
            {details.length > 1 && count > details.length && <span>и ещё {count - details.length}</span>}
          </p>
        )
      )}
    </li>
  );
}

/** Everything that needs an administrator's attention, or a message that nothing does. */
export function Attention() {
  const { data, error } = useAttention();
  if (!data)
    return error ? (
      <p role="alert">Не удалось узнать, что требует внимания. {wordsOf(error)}</p>
    ) : (
      <span className="list-bone attention-bone" />
    );
  const { attention, at } = data;
  const isBad = attention.some(({ level }) => level === 'broken');
  return (
    <section
      className={`panel attention ${isBad ? 'panel-danger' : attention.length > 0 ? 'panel-warning' : ''}`}
      aria-labelledby="attention"
    >
      <header className="panel-title">
        <h2 id="attention">
          {attention.length > 0
            ? `Требует внимания: ${attention.length.toLocaleString('ru-RU')}`
            : 'Ничего не требует внимания'}
        </h2>
        <span className={error ? 'problem' : 'dim'}>
          {error ? 'Связи нет, показано известное ' : ''}на {timeText(at)}
        </span>
      </header>
      {attention.length > 0 && (
        <ul className="attention-lines">
          {attention.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      )}
    </section>
  );
}
