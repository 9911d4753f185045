import { Button, NativeSelect } from '@mantine/core';
import { formatDateTime } from '@ostatok/kit/web/format.ts';
import type { UsageQuery } from '@ostatok/tenant-runtime/contract/usage.ts';
import { useState } from 'react';
import { Link } from 'react-router';
import { ExportButton } from '../../files/ExportButton.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { useVenue } from '../../venue/venue.ts';
import { GroupsTable } from './GroupsTable.tsx';
import { SoldDays } from './SoldDays.tsx';
import { Trend } from './Trend.tsx';
import classes from './Usage.module.css';
import { UsageSummary } from './UsageSummary.tsx';
import { UsageTable } from './UsageTable.tsx';
import { searchOf, usePeriodInAddress, useUsage, useUsageCounts } from './usage.ts';
import { type View, views } from './usage-rows.ts';

type Counts = NonNullable<ReturnType<typeof useUsageCounts>['data']>;

function CountSelect({
  label,
  value,
  counts,
  onChoose,
}: {
  label: string;
  value: number;
  counts: Counts;
  onChoose: (id: number) => void;
}) {
  const { timezone } = useVenue();
  return (
    <NativeSelect
      size="md"
      label={label}
      value={String(value)}
      data={counts.map(({ id, title, closed_at }) => ({
        value: String(id),
        label: `${title} · ${formatDateTime(closed_at, timezone)}`,
      }))}
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
    />
  );
}

function Report({ query }: { query: UsageQuery }) {
  const [view, setView] = useState<View>('items');
  const { data, error, refetch } = useUsage(query);
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  if (data.rows.length === 0) {
    return (
      <Notice title="У подсчётов нет общих позиций" text="Выберите два подсчёта, в которых считали одно и то же" />
    );
  }
  return (
    <>
      <UsageSummary usage={data} />
      <Trend chosen={query} />
      <Choice label="Показать" value={view} options={views} onChange={setView} />
      {view === 'items' ? (
        <UsageTable rows={data.rows} search={searchOf(query)} />
      ) : (
        <GroupsTable rows={data.rows} view={view} />
      )}
    </>
  );
}

/** The same period as the workbook asks for it. */
const exported = ({ from, to, sold_from, sold_to }: UsageQuery): Record<string, string> => ({
  since: String(from),
  count: String(to),
  ...(sold_from && { from: sold_from }),
  ...(sold_to && { to: sold_to }),
});

function NoCounts() {
  return (
    <Notice
      title="Нужны два закрытых подсчёта"
      text="Расход считается между ними: что было, что пришло, что продано по рецептам и что должно было остаться. Прошлые подсчёты можно загрузить из Excel"
    >
      <Button component={Link} to="/counts">
        К подсчётам
      </Button>
      <Button component={Link} to="/excel" variant="default">
        Загрузить из Excel
      </Button>
    </Notice>
  );
}

export function UsagePage() {
  const { data: counts, error, refetch } = useUsageCounts();
  const period = usePeriodInAddress();
  const to = period.to ?? counts?.[0]?.id;
  const last = counts?.find(({ id }) => id === to);
  const before = counts?.filter(({ closed_at }) => last !== undefined && closed_at < last.closed_at) ?? [];
  const from = period.from ?? before[0]?.id;
  const query = from && to ? { from, to, ...period.days } : undefined;
  return (
    <Page
      title="Расход"
      wide
      actions={
        query && (
          <>
            <PrintButton />
            <ExportButton report="usage" query={exported(query)} />
          </>
        )
      }
    >
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!counts && !error && <ListSkeleton />}
      {counts && counts.length < 2 && <NoCounts />}
      {counts && counts.length >= 2 && to && (
        <div className={classes.period}>
          <CountSelect
            label="От подсчёта"
            value={from ?? 0}
            counts={before}
            onChoose={(id) => period.choose({ from: id, sold_from: undefined })}
          />
          <CountSelect
            label="До подсчёта"
            value={to}
            counts={counts.slice(0, -1)}
            onChoose={(id) => period.choose({ to: id, from: undefined, sold_from: undefined, sold_to: undefined })}
          />
          {query && <SoldDays query={query} onChoose={period.choose} />}
        </div>
      )}
      {query && <Report query={query} />}
    </Page>
  );
}
