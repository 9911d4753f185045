import type { VenueFacts as Facts } from '@ostatok/api/contract/tenants.endpoints.ts';
import { formatDateTime, formatMoney, plural, quoted } from '@ostatok/kit/web/format.ts';
import type { ReactNode } from 'react';
import classes from './VenueFacts.module.css';

interface FactProps {
  name: string;
  value: ReactNode;
  more?: ReactNode;
  alive?: boolean | undefined;
}

function Fact({ name, value, more, alive }: FactProps) {
  return (
    <div data-alive={alive || undefined}>
      <dt>{name}</dt>
      <dd>
        {value}
        {more && <span>{more}</span>}
      </dd>
    </div>
  );
}

const withoutPrice = (lines: number): string =>
  `${lines} ${plural(lines, ['позиция', 'позиции', 'позиций'])} без цены, их в сумме нет`;

function Loss({ count }: { count: NonNullable<Facts['lastCount']> }) {
  const { shortage, surplus, withoutCost } = count;
  const unknown = shortage === 0 && surplus === 0 && withoutCost > 0;
  const more = [
    surplus > 0 && `излишек ${formatMoney(surplus)}`,
    withoutCost > 0 && (unknown ? 'укажите цены позиций' : withoutPrice(withoutCost)),
  ].filter(Boolean);
  return (
    <Fact
      name="Потери в подсчёте"
      value={unknown ? 'без цен' : formatMoney(shortage)}
      more={more.join(' · ') || null}
    />
  );
}

function Counting({ count }: { count: NonNullable<Facts['openCount']> }) {
  const { title, people, counted, lines } = count;
  return (
    <Fact
      name="Считают сейчас"
      value={people.length > 0 ? people.join(', ') : 'никто'}
      more={`${quoted(title)}: ${counted} из ${lines}`}
      alive={people.length > 0}
    />
  );
}

/** The tenant's last known facts: current while its process runs, otherwise as of when it fell asleep. */
export function VenueFacts({ facts }: { facts: Facts }) {
  const { itemCount, lastCount, openCount } = facts;
  if (itemCount === undefined) return null;
  return (
    <dl className={classes.facts}>
      {openCount && <Counting count={openCount} />}
      {lastCount && (
        <Fact name="Последний подсчёт" value={formatDateTime(lastCount.closedAt)} more={quoted(lastCount.title)} />
      )}
      {lastCount === null && <Fact name="Последний подсчёт" value="ещё не было" />}
      {lastCount && <Loss count={lastCount} />}
      <Fact name="Позиций" value={itemCount.toLocaleString('ru-RU')} />
    </dl>
  );
}
