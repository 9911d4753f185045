import { Alert, Anchor } from '@mantine/core';
import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { ChevronLeft, Lock } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useAllLines, useCount } from '../../counts/counts.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Badges, scopeText } from './Badges.tsx';
import { CategoryChart } from './CategoryChart.tsx';
import { Actions, type Dialog } from './CountActions.tsx';
import { CountDialogs } from './CountDialogs.tsx';
import { CountLines } from './CountLines.tsx';
import { CountSide, Coverage } from './CountSide.tsx';
import classes from './Counts.module.css';
import { Totals } from './Totals.tsx';
import { useCountActions } from './use-count-actions.ts';

function Explanation({ count }: { count: CountDetails }) {
  if (count.status === 'closed') {
    return (
      <Alert variant="light" color="gray" icon={<Lock size={20} aria-hidden />}>
        Подсчёт закрыт. Записи в нём не изменить, пока его не откроют снова.
        {count.spot ? ' Это была проверка: остаток не изменился.' : ''}
      </Alert>
    );
  }
  if (count.status === 'cancelled') {
    return (
      <Alert variant="light" color="gray">
        Подсчёт отменён, остаток не менялся.
      </Alert>
    );
  }
  return count.hidden ? (
    <Alert variant="light" color="amber">
      Слепой подсчёт: считайте, что видите. Сколько должно быть и что посчитали другие, покажем после закрытия
    </Alert>
  ) : null;
}

function ClosedSummary({ count }: { count: CountDetails }) {
  const { data: lines } = useAllLines(count.id, { state: 'differs' }, !count.hidden);
  return (
    <div className={classes.summaryRow}>
      <section className={classes.panel}>
        <Coverage count={count} />
        {count.totals && <Totals totals={count.totals} />}
      </section>
      {lines && <CategoryChart lines={lines} />}
    </div>
  );
}

function Loaded({ count }: { count: CountDetails }) {
  const actions = useCountActions(count.id);
  const [dialog, setDialog] = useState<Dialog>(null);
  return (
    <>
      <div className={classes.head}>
        <div className={classes.about}>
          <Anchor component={Link} to="/counts" className={classes.back}>
            <ChevronLeft size={16} aria-hidden /> Подсчёты
          </Anchor>
          <h1 className={classes.pageTitle}>
            {count.title} <Badges count={count} />
          </h1>
          <span className={classes.dim}>{scopeText(count)}</span>
        </div>
        <Actions count={count} actions={actions} setDialog={setDialog} />
      </div>
      <Explanation count={count} />
      <div className={classes.columns}>
        <div className={classes.work}>
          {count.status === 'closed' && <ClosedSummary count={count} />}
          <CountLines key={count.status} count={count} />
        </div>
        <CountSide count={count} actions={actions} />
      </div>
      <CountDialogs count={count} actions={actions} dialog={dialog} close={() => setDialog(null)} />
    </>
  );
}

export function CountPage() {
  const id = Number(useParams().id);
  const { data: count, error, refetch } = useCount(id);
  return (
    <div className={classes.page}>
      <title>{`${count?.title ?? 'Подсчёт'} — Остаток`}</title>
      {error && !count && <Failure error={error} onRetry={() => void refetch()} />}
      {!error && !count && <ListSkeleton />}
      {count && <Loaded key={count.id} count={count} />}
    </div>
  );
}
