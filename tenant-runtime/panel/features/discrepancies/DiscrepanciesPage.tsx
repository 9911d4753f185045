import { Button } from '@mantine/core';
import { formatDelta, formatQuantity, plural } from '@ostatok/kit/web/format.ts';
import type { Discrepancies, DiscrepanciesQuery } from '@ostatok/tenant-runtime/contract/reports.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { useStock } from '../../lib/workspace.ts';
import { Choice } from '../../ui/Choice.tsx';
import { ExportButton } from '../../ui/ExportButton.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import classes from './Discrepancies.module.css';

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

/** How long to wait for more changes before reading the report anew. */
const SETTLE_MS = 600;

function useDiscrepancies({ group, deviation }: DiscrepanciesQuery) {
  const queries = useQueryClient();
  const { items } = useStock();
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of the stock makes the report old
  useEffect(() => {
    const timer = setTimeout(() => void queries.invalidateQueries({ queryKey: ['discrepancies'] }), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [items, queries]);
  return useQuery({
    queryKey: ['discrepancies', group, deviation],
    queryFn: ({ signal }) =>
      api.get<Discrepancies>(`/reports/discrepancies?${new URLSearchParams({ group, deviation })}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

function Totals({ totals }: Pick<Discrepancies, 'totals'>) {
  const count = (value: number): string => `${value} ${plural(value, ['позиция', 'позиции', 'позиций'])}`;
  return (
    <p className={classes.totals}>
      {count(totals.items)} · недостача <b>{formatDelta(totals.shortage)}</b> · излишек{' '}
      <b>{formatDelta(totals.surplus)}</b>
      {totals.unknown > 0 && ` · без учётного остатка ${totals.unknown}`}
    </p>
  );
}

function Rows({ rows }: Pick<Discrepancies, 'rows'>) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Позиция</th>
          <th scope="col" className={classes.number}>
            По учёту
          </th>
          <th scope="col" className={classes.number}>
            Остаток
          </th>
          <th scope="col" className={classes.number}>
            Разница
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ item, expected, quantity, difference }) => (
          <tr key={item.id}>
            <td>
              <span className={classes.name}>{item.name}</span>
              <span className={classes.category}>{item.category}</span>
            </td>
            <td className={classes.number}>{formatQuantity(expected)}</td>
            <td className={classes.number}>{formatQuantity(quantity)}</td>
            <td className={`${classes.number} ${classes.difference}`} data-sign={Math.sign(difference)}>
              {difference === 0 ? formatQuantity(0, item.unit) : formatDelta(difference, item.unit)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function DiscrepanciesPage() {
  const [query, setQuery] = useState<DiscrepanciesQuery>({ group: 'all', deviation: 'all' });
  const { data, error, refetch } = useDiscrepancies(query);

  function content() {
    if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
    if (!data) return <ListSkeleton />;
    if (data.rows.length > 0) return <Rows rows={data.rows} />;
    if (query.group === 'all' && query.deviation === 'all') {
      return (
        <Notice title="Сравнивать пока не с чем" text="Загрузите остатки по учёту из Excel: вид загрузки — «По учёту»">
          <Button component={Link} to="/excel">
            Загрузить остатки по учёту
          </Button>
        </Notice>
      );
    }
    return <Notice title="Таких расхождений нет" text="Выберите другую группу или отклонение" fill={1} />;
  }

  return (
    <Page title="Расхождения" actions={<ExportButton report="discrepancies" />}>
      <div>
        <Choice
          label="Группа"
          value={query.group}
          options={groups}
          onChange={(group) => setQuery((before) => ({ ...before, group }))}
        />
        <Choice
          label="Отклонение"
          value={query.deviation}
          options={deviations}
          onChange={(deviation) => setQuery((before) => ({ ...before, deviation }))}
        />
      </div>
      {data && <Totals totals={data.totals} />}
      {content()}
    </Page>
  );
}
