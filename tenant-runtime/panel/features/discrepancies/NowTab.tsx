import { Button } from '@mantine/core';
import type { Discrepancies } from '@ostatok/tenant-runtime/contract/reports.endpoints.ts';
import type { DiscrepanciesQuery } from '@ostatok/tenant-runtime/contract/reports.ts';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../client/api.ts';
import { Sums } from '../../reports/Sums.tsx';
import { useReport } from '../../reports/use-report.ts';
import { Choice } from '../../ui/Choice.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { itemsInWords } from '../../ui/words.ts';
import { useIsAdmin } from '../../workspace/workspace.ts';
import { CategoryBars } from './CategoryBars.tsx';
import charts from './Charts.module.css';
import classes from './Discrepancies.module.css';
import { DiscrepanciesTable } from './DiscrepanciesTable.tsx';
import { OverCounts } from './OverCounts.tsx';

const groups = [
  { value: 'all', label: 'Все' },
  { value: 'strong', label: 'Крепкий алкоголь' },
  { value: 'wine', label: 'Вино' },
  { value: 'soft', label: 'Безалкогольные' },
] as const;

const deviations = [
  { value: 'all', label: 'Все отклонения' },
  { value: '0.1', label: '≥ 0,1' },
  { value: '0.375', label: '≥ 0,375' },
  { value: '1', label: '≥ 1' },
  { value: 'zero', label: 'Нули' },
] as const;

const oneOf = <T extends string>(options: readonly { value: T }[], given: string | null, otherwise: T): T =>
  options.find(({ value }) => value === given)?.value ?? otherwise;

/** Keeps the filter in the page's address, so that a filtered report can be shared by link. */
function useQueryInAddress() {
  const [address, setAddress] = useSearchParams();
  const query: DiscrepanciesQuery = {
    group: oneOf(groups, address.get('group'), 'all'),
    deviation: oneOf(deviations, address.get('deviation'), 'all'),
  };
  const change = (next: Partial<DiscrepanciesQuery>): void =>
    setAddress(
      (current) => {
        const changed = new URLSearchParams(current);
        for (const [name, value] of Object.entries(next)) {
          if (value === 'all') changed.delete(name);
          else changed.set(name, value);
        }
        return changed;
      },
      { replace: true },
    );
  return { query, change };
}

function NothingToCompare() {
  const isAdmin = useIsAdmin();
  return (
    <Notice
      title="Сравнивать пока не с чем"
      text="Загрузите остатки по учёту из Excel или 1С: вид загрузки — «По учёту»"
    >
      {isAdmin && (
        <Button component={Link} to="/excel">
          Загрузить остатки по учёту
        </Button>
      )}
    </Notice>
  );
}

function Report({ data, filtered }: { data: Discrepancies; filtered: boolean }) {
  const { rows, totals } = data;
  if (rows.length === 0 && !filtered) return <NothingToCompare />;
  if (rows.length === 0) {
    return <Notice title="Таких расхождений нет" text="Выберите другую группу или отклонение" fill={1} />;
  }
  return (
    <>
      <Sums totals={totals} />
      <div className={charts.charts}>
        <CategoryBars rows={rows} />
        <OverCounts />
      </div>
      <p className={classes.dim}>
        {itemsInWords(totals.items)}
        {totals.unknown > 0 && ` · ещё у ${totals.unknown.toLocaleString('ru-RU')} остаток по учёту не известен`}
      </p>
      <DiscrepanciesTable rows={rows} />
    </>
  );
}

/** Compares the present quantity with the expected one. */
export function NowTab() {
  const { query, change } = useQueryInAddress();
  const { data, error, refetch } = useReport(['discrepancies', query], (signal) =>
    api.call('GET /api/reports/discrepancies', { query, signal }),
  );
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <div>
        <Choice label="Группа" value={query.group} options={groups} onChange={(group) => change({ group })} />
        <Choice
          label="Отклонение"
          value={query.deviation}
          options={deviations}
          onChange={(deviation) => change({ deviation })}
        />
      </div>
      {data ? <Report data={data} filtered={query.group !== 'all' || query.deviation !== 'all'} /> : <ListSkeleton />}
    </>
  );
}
