import { Button, NativeSelect, Text } from '@mantine/core';
import { formatDateTime, plural } from '@ostatok/kit/web/format.ts';
import type { SecurityRecord } from '@ostatok/tenant-runtime/contract/security.endpoints.ts';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { InlineFailure } from '../../client/InlineFailure.tsx';
import { type DayPeriod, dayPeriods } from '../../reports/day-periods.ts';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { type SecurityView, useSecurityLog } from '../../users/security.ts';
import { useUsers } from '../../users/use-users.ts';
import { useVenue } from '../../venue/venue.ts';
import classes from './SecurityLog.module.css';
import { doerOf, sentenceOf } from './security-labels.ts';

const kinds: { value: SecurityView['kind']; label: string }[] = [
  { value: '', label: 'Всё' },
  { value: 'failure', label: 'Только отказы' },
  { value: 'signIn', label: 'Входы и выходы' },
  { value: 'password', label: 'Пароли' },
  { value: 'people', label: 'Люди и роли' },
  { value: 'scales', label: 'Весы' },
  { value: 'feeds', label: 'Подключения' },
  { value: 'support', label: 'Поддержка' },
  { value: 'files', label: 'Файлы' },
];

function SecurityFilter({ view, onView }: { view: SecurityView; onView: (change: Partial<SecurityView>) => void }) {
  const { data: users = [] } = useUsers(true);
  const people = users.map(({ id, name, username }) => ({ value: String(id), label: name || username }));
  return (
    <div className={classes.filter}>
      <NativeSelect
        size="md"
        label="Что"
        data={kinds}
        value={view.kind}
        onChange={({ currentTarget: { value } }) => onView({ kind: value as SecurityView['kind'] })}
      />
      <NativeSelect
        size="md"
        label="Кто"
        data={[{ value: '', label: 'Все' }, ...people]}
        value={view.user}
        onChange={({ currentTarget: { value } }) => onView({ user: value })}
      />
      <NativeSelect
        size="md"
        label="Период"
        data={[...dayPeriods]}
        value={view.period}
        onChange={({ currentTarget: { value } }) => onView({ period: value as DayPeriod })}
      />
    </div>
  );
}

function Event({ record }: { record: SecurityRecord }) {
  const { timezone } = useVenue();
  const { at, count, device, ip, outcome } = record;
  const times = count > 1 && `${count} ${plural(count, ['раз', 'раза', 'раз'])}`;
  const origin = [doerOf(record), times, device, ip].filter(Boolean);
  return (
    <li className={classes.event}>
      <span className={classes.sentence}>
        {outcome === 'failure' && <ShieldAlert size={18} className={classes.mark} aria-hidden />}
        {sentenceOf(record)}
      </span>
      <span className={classes.origin}>{origin.join(' · ')}</span>
      <time className={classes.time} dateTime={at}>
        {formatDateTime(at, timezone)}
      </time>
    </li>
  );
}

function Events({ view }: { view: SecurityView }) {
  const log = useSecurityLog(view);
  if (log.error && !log.data) return <InlineFailure error={log.error} onRetry={() => void log.refetch()} />;
  if (!log.data) return <ListSkeleton rows={4} />;
  if (log.data.events.length === 0) return <Text c="dimmed">Записей нет</Text>;
  return (
    <>
      <ol className={classes.events} aria-label="Записи журнала безопасности">
        {log.data.events.map((record) => (
          <Event key={record.id} record={record} />
        ))}
      </ol>
      {log.hasNextPage && (
        <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Показать ещё
        </Button>
      )}
    </>
  );
}

/** Shows sign-ins, failed sign-ins and what was done about access. */
export function SecurityLog() {
  const [view, setView] = useState<SecurityView>({ kind: '', user: '', period: 'all' });
  return (
    <section aria-labelledby="security">
      <h2 id="security" className={classes.heading}>
        Журнал безопасности
      </h2>
      <p className={classes.hint}>Входы, пароли, роли и файлы за 90 дней. От адреса показано только начало</p>
      <SecurityFilter view={view} onView={(change) => setView((before) => ({ ...before, ...change }))} />
      <Events view={view} />
    </section>
  );
}
