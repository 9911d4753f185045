import { VisuallyHidden } from '@mantine/core';
import { formatDelta, formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { CountEntry, CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { Check, CircleAlert, CircleDashed, CircleSlash, Clock3, RotateCcw } from 'lucide-react';
import { memo } from 'react';
import type { QueuedEntry } from '../../offline/count-outbox.ts';
import { type LineActions, LineEntry } from './LineEntry.tsx';
import classes from './Lines.module.css';
import { type LineTerms, termsOf } from './line-terms.ts';
import { methodIcons, methodLabels } from './words.ts';

interface LineRowProps {
  line: CountLine;
  index: number;
  top: number;
  /** The newest known entries of this item; `queued` are those not yet sent. */
  known: readonly CountEntry[];
  queued: readonly QueuedEntry[];
  /** Only an open count accepts entries. */
  open: boolean;
  hidden: boolean;
  actions: LineActions;
}

interface Counting {
  line: CountLine;
  terms: LineTerms;
}

/** Shows four states that must not be confused: counted, zero, not counted, recount requested. */
function State({ line, terms }: Counting) {
  const [Icon, words, kind] =
    line.recount && terms.waiting === 0
      ? [RotateCcw, 'Пересчитайте', 'recount']
      : terms.total === null
        ? [CircleDashed, 'Не считали', 'uncounted']
        : terms.total === 0
          ? [CircleSlash, 'Посчитано: ноль', 'zero']
          : [Check, 'Посчитано', 'counted'];
  return (
    <span className={classes.state} data-kind={kind} role="img" aria-label={words} title={words}>
      <Icon size={20} aria-hidden />
    </span>
  );
}

function Counted({ line, terms }: Counting) {
  if (terms.total === null) return <span className={classes.none}>не считали</span>;
  return (
    <>
      {terms.terms.length > 0 && (
        <span className={classes.formula}>{terms.terms.map((term) => formatQuantity(term)).join(' + ')} =</span>
      )}
      <b className={classes.number} data-old={line.recount && terms.waiting === 0}>
        {formatQuantity(terms.total, line.item.unit)}
      </b>
      {terms.waiting > 0 && <Clock3 size={16} role="img" aria-label="Ждёт отправки" />}
      {terms.refused && (
        <CircleAlert size={16} className={classes.refused} role="img" aria-label="Не принято, смотрите выше" />
      )}
    </>
  );
}

function Who({ line, onOpen }: { line: CountLine; onOpen: () => void }) {
  if (line.entries === 0) return null;
  return (
    <button type="button" className={classes.who} onClick={onOpen} title="Записи позиции">
      <VisuallyHidden>Записи: {line.item.name}, </VisuallyHidden>
      {line.methods.map((method) => {
        const Icon = methodIcons[method];
        return <Icon key={method} size={16} role="img" aria-label={methodLabels[method]} />;
      })}
      <span>{line.counters.join(', ') || `${line.entries}`}</span>
    </button>
  );
}

export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { index, top, known, queued, open, hidden, actions } = props;
  // A recount requested in a closed count no longer matters: the count was closed with the numbers it had.
  const line = open ? props.line : { ...props.line, recount: false };
  const terms = termsOf(line, known, queued);
  return (
    <tr
      aria-rowindex={index + 2}
      data-index={index}
      data-item={line.item.id}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      <td>
        <State line={line} terms={terms} />
      </td>
      <td className={classes.name}>
        <span className={classes.title} title={line.item.name}>
          {line.item.name}
        </span>
        <span className={classes.under}>{line.item.category || 'Без категории'}</span>
      </td>
      <td className={classes.counted}>
        <span className={classes.sum}>
          <Counted line={line} terms={terms} />
        </span>
        <Who line={line} onOpen={() => actions.entries(line)} />
      </td>
      {!hidden && (
        <>
          <td className={classes.expected}>{formatQuantity(line.expected)}</td>
          <td className={classes.difference} data-sign={Math.sign(line.difference ?? 0)}>
            {line.difference === 0 ? '0' : formatDelta(line.difference)}
          </td>
          <td className={classes.loss}>{line.loss === null ? '—' : formatMoney(line.loss)}</td>
        </>
      )}
      {open && (
        <td className={classes.entryCell}>
          <LineEntry line={line} index={index} actions={actions} />
        </td>
      )}
    </tr>
  );
});
