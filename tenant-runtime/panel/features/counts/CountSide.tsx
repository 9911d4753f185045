import { Button } from '@mantine/core';
import { formatDateTime, plural } from '@ostatok/kit/web/format.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import type { CountArea, CountDetails } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { Check } from 'lucide-react';
import { personOf } from '../../ui/person.ts';
import { useVenue } from '../../venue/venue.ts';
import { useIsAdmin, useWorkspace } from '../../workspace/workspace.ts';
import classes from './Counts.module.css';
import type { CountActions } from './use-count-actions.ts';
import { eventLabels } from './words.ts';

export function Coverage({ count }: { count: CountDetails }) {
  const { lines, counted, recount } = count.coverage;
  const share = lines === 0 ? 0 : counted / lines;
  return (
    <div className={classes.coverage}>
      <Mark size={72} fill={share} label={`Посчитано ${Math.floor(share * 100)} %`} />
      <div>
        <b className={classes.share} data-testid="coverage">
          {counted.toLocaleString('ru-RU')} из {lines.toLocaleString('ru-RU')}
        </b>
        <div className={classes.dim}>
          {recount > 0 && count.status === 'open'
            ? `Ждут пересчёта: ${recount}`
            : `Посчитано ${Math.floor(share * 100)} %`}
        </div>
      </div>
    </div>
  );
}

function Area({ area, open, actions }: { area: CountArea; open: boolean; actions: CountActions }) {
  const { user } = useWorkspace();
  const isAdmin = useIsAdmin();
  const mine = isAdmin || area.user === null || area.user.id === user.id;
  return (
    <li className={classes.line}>
      <div className={classes.about}>
        <b>{area.name}</b>
        <span className={classes.dim}>
          {area.user ? area.user.name || 'без имени' : 'Кто угодно'} · {area.entries}{' '}
          {plural(area.entries, ['запись', 'записи', 'записей'])}
        </span>
      </div>
      {open && mine ? (
        <Button
          size="sm"
          variant={area.done ? 'light' : 'default'}
          leftSection={area.done ? <Check size={16} aria-hidden /> : undefined}
          aria-label={area.done ? `${area.name} готова, открыть снова` : `${area.name}: готово`}
          onClick={() => actions.done.mutate({ areaId: area.id, done: !area.done })}
        >
          {area.done ? 'Готова' : 'Готово'}
        </Button>
      ) : (
        <span className={classes.dim}>{area.done ? 'готова' : 'не готова'}</span>
      )}
    </li>
  );
}

function Events({ count }: { count: CountDetails }) {
  const { timezone } = useVenue();
  return (
    <section className={classes.panel}>
      <h2 className={classes.heading}>История</h2>
      <ol className={classes.lines}>
        {count.events.map((event) => (
          <li key={`${event.kind} ${event.at}`} className={classes.line}>
            <div className={classes.about}>
              <b>{eventLabels[event.kind]}</b>
              <span className={classes.dim}>
                {personOf(event.user)}, {formatDateTime(event.at, timezone)}
              </span>
              {event.reason && <span>Причина: {event.reason}</span>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Shows who counts which area, the progress, and the history of the count. */
export function CountSide({ count, actions }: { count: CountDetails; actions: CountActions }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <aside className={classes.side} aria-label="О подсчёте" tabIndex={0}>
      {count.status === 'open' && (
        <section className={classes.panel}>
          <Coverage count={count} />
        </section>
      )}
      {count.areas.length > 0 && (
        <section className={classes.panel}>
          <h2 className={classes.heading}>Зоны</h2>
          <ul className={classes.lines}>
            {count.areas.map((area) => (
              <Area key={area.id} area={area} open={count.status === 'open'} actions={actions} />
            ))}
          </ul>
        </section>
      )}
      {count.counters.length > 0 && (
        <section className={classes.panel}>
          <h2 className={classes.heading}>Кто считал</h2>
          <ul className={classes.lines}>
            {count.counters.map(({ user, lines, entries }) => (
              <li key={user.id} className={classes.line}>
                <b>{user.name || 'без имени'}</b>
                <span className={classes.dim}>
                  {lines} {plural(lines, ['позиция', 'позиции', 'позиций'])}, {entries}{' '}
                  {plural(entries, ['запись', 'записи', 'записей'])}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Events count={count} />
    </aside>
  );
}
