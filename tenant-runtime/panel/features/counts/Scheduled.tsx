import { Badge, Button, Group } from '@mantine/core';
import { formatDateTime } from '@ostatok/kit/web/format.ts';
import type { ScheduledCount } from '@ostatok/tenant-runtime/contract/scheduled-counts.endpoints.ts';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { Link } from 'react-router';
import { messageOf } from '../../client/api.ts';
import { useVenue } from '../../venue/venue.ts';
import classes from './Counts.module.css';
import { ScheduledForm } from './ScheduledForm.tsx';
import { timesText, useScheduledCounts, useStartDue } from './scheduled.ts';

const whatText = ({ scope, categories }: ScheduledCount): string =>
  scope === 'all' ? 'все позиции' : categories.map((name) => name || 'без категории').join(', ');

/** What became of the last time, where there is something to do or to know. */
function LastTime({ scheduled: { last } }: { scheduled: ScheduledCount }) {
  const { timezone } = useVenue();
  const start = useStartDue();
  if (!last) return null;
  const at = formatDateTime(last.dueAt, timezone);
  if (last.state === 'started') {
    return (
      <Link to={`/counts/${last.countId}`} className={classes.dim}>
        {at}: посчитали
      </Link>
    );
  }
  return (
    <>
      {last.state === 'missed' ? (
        <Badge color="red">{at}: никто не начал</Badge>
      ) : (
        <Badge color="amber">пора считать</Badge>
      )}
      <Button
        variant="default"
        loading={start.isPending}
        onClick={() => start.mutate(last.id, { onError: (error) => toast.error(messageOf(error)) })}
      >
        Начать
      </Button>
    </>
  );
}

function Row({ scheduled, onEdit }: { scheduled: ScheduledCount; onEdit: () => void }) {
  const { timezone } = useVenue();
  const next = scheduled.nextAt ? `следующий ${formatDateTime(scheduled.nextAt, timezone)}` : 'напоминания выключены';
  return (
    <li className={classes.card}>
      <div className={classes.about}>
        <span className={classes.title}>{scheduled.title}</span>
        <span>
          {timesText(scheduled)} · {whatText(scheduled)}
        </span>
        <span className={classes.dim}>{next}</span>
      </div>
      <Group gap="xs">
        <LastTime scheduled={scheduled} />
        <Button variant="subtle" color="gray" onClick={onEdit}>
          Изменить
        </Button>
      </Group>
    </li>
  );
}

/** The counts that are due on certain days, for administrators. */
export function Scheduled() {
  const { data: all = [] } = useScheduledCounts(true);
  const [edited, setEdited] = useState<ScheduledCount | 'new' | null>(null);
  return (
    <section>
      {all.length > 0 && <h2 className={classes.heading}>По расписанию</h2>}
      <ul className={classes.list}>
        {all.map((scheduled) => (
          <Row key={scheduled.id} scheduled={scheduled} onEdit={() => setEdited(scheduled)} />
        ))}
      </ul>
      <Button
        mt={all.length > 0 ? 'sm' : 0}
        variant="default"
        leftSection={<CalendarClock size={20} aria-hidden />}
        onClick={() => setEdited('new')}
      >
        Считать по расписанию
      </Button>
      {edited && <ScheduledForm scheduled={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </section>
  );
}
