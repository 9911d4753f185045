import { plural } from '@ostatok/kit/web/format.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { Link } from 'react-router';
import { useCounts } from '../counts/counts.ts';
import { useQueue, useQueuedEntries } from '../workspace/workspace.ts';
import classes from './CurrentCount.module.css';

/** Shows on every page how many changes and count entries the server refused, until a user has dealt with them. */
function Refused() {
  const changes = useQueue().filter(({ state }) => state === 'refused');
  const entries = useQueuedEntries().filter(({ state }) => state === 'refused');
  const [first] = entries;
  if (!first && changes.length === 0) return null;
  return (
    <Link to={first ? `/counts/${first.countId}` : '/'} className={classes.refused}>
      Не принято: {changes.length + entries.length}
    </Link>
  );
}

/** Shows the open counts and what was refused on every page. */
export function CurrentCount() {
  return (
    <>
      <Refused />
      <Open />
    </>
  );
}

function Open() {
  const { data: counts } = useCounts('open');
  const [first] = counts ?? [];
  if (!counts || !first) return null;
  const lines = counts.reduce((sum, { coverage }) => sum + coverage.lines, 0);
  const counted = counts.reduce((sum, { coverage }) => sum + coverage.counted, 0);
  const share = lines === 0 ? 0 : counted / lines;
  const alone = counts.length === 1;
  const name = alone ? first.title : `${counts.length} ${plural(counts.length, ['подсчёт', 'подсчёта', 'подсчётов'])}`;
  return (
    <Link
      to={alone ? `/counts/${first.id}` : '/counts'}
      className={classes.chip}
      title={`${name}: посчитано ${counted.toLocaleString('ru-RU')} из ${lines.toLocaleString('ru-RU')}`}
      data-testid="current-count"
    >
      <Mark size={20} fill={share} />
      <span className={classes.name}>{name}</span>
      <span>{Math.floor(share * 100)} %</span>
    </Link>
  );
}
