import { Button } from '@mantine/core';
import { formatDateTime, plural } from '@ostatok/kit/web/format.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import type { Count } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCounts } from '../../counts/counts.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { personOf } from '../../ui/person.ts';
import { useVenue } from '../../venue/venue.ts';
import { useIsAdmin } from '../../workspace/workspace.ts';
import { Badges, scopeText } from './Badges.tsx';
import classes from './Counts.module.css';
import { OpenCountForm } from './OpenCountForm.tsx';
import { Scheduled } from './Scheduled.tsx';
import { Totals } from './Totals.tsx';

const share = ({ lines, counted }: Count['coverage']): number => (lines === 0 ? 0 : counted / lines);

function CountCard({ count }: { count: Count }) {
  const { timezone } = useVenue();
  const { coverage } = count;
  const at = count.closedAt ?? count.openedAt;
  const who = count.closedAt ? count.closedBy : count.openedBy;
  return (
    <li>
      <Link to={`/counts/${count.id}`} className={classes.card} data-status={count.status}>
        <Mark size={48} fill={share(coverage)} label={`Посчитано ${Math.floor(share(coverage) * 100)} %`} />
        <div className={classes.about}>
          <span className={classes.title}>
            {count.title} <Badges count={count} />
          </span>
          <span className={classes.dim}>
            {scopeText(count)} · {personOf(who)}, {formatDateTime(at, timezone)}
          </span>
          <span>
            Посчитано {coverage.counted.toLocaleString('ru-RU')} из {coverage.lines.toLocaleString('ru-RU')}
            {coverage.recount > 0 &&
              count.status === 'open' &&
              `, пересчитать ${coverage.recount} ${plural(coverage.recount, ['строку', 'строки', 'строк'])}`}
          </span>
        </div>
        {count.totals && <Totals totals={count.totals} />}
      </Link>
    </li>
  );
}

function Section({ title, counts }: { title: string; counts: readonly Count[] }) {
  if (counts.length === 0) return null;
  return (
    <section>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.list}>
        {counts.map((count) => (
          <CountCard key={count.id} count={count} />
        ))}
      </ul>
    </section>
  );
}

export function CountsPage() {
  const { data: counts, error, refetch } = useCounts();
  const isAdmin = useIsAdmin();
  const [opening, setOpening] = useState(false);
  const begin = isAdmin && (
    <Button leftSection={<ClipboardCheck size={20} aria-hidden />} onClick={() => setOpening(true)}>
      Начать подсчёт
    </Button>
  );

  function content() {
    if (error && !counts) return <Failure error={error} onRetry={() => void refetch()} />;
    if (!counts) return <ListSkeleton rows={4} />;
    if (counts.length === 0) {
      const text = isAdmin
        ? 'Считать могут сразу несколько человек: их числа складываются, и ничто не теряется'
        : 'Подсчёт начинает администратор заведения';
      return (
        <>
          <Notice title="Подсчётов ещё не было" text={text}>
            {begin}
          </Notice>
          {isAdmin && <Scheduled />}
        </>
      );
    }
    return (
      <>
        <Section title="Идут сейчас" counts={counts.filter(({ status }) => status === 'open')} />
        {isAdmin && <Scheduled />}
        <Section title="Прошлые" counts={counts.filter(({ status }) => status !== 'open')} />
      </>
    );
  }

  return (
    <Page title="Подсчёты" actions={counts && counts.length > 0 && begin}>
      {content()}
      {opening && <OpenCountForm onClose={() => setOpening(false)} />}
    </Page>
  );
}
