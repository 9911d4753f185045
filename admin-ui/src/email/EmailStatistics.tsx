import type { EmailStats } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { MARKETING } from '@ostatok/api/contract/email-templates.ts';
import { lazy, Suspense, useState } from 'react';
import { wordsOf } from '../ui/toasts.tsx';
import { useEmailStats, useTemplates } from './queries.ts';
import { countText } from './texts.ts';

const StatsChart = lazy(() => import('./StatsChart.tsx'));

const PERIODS = [7, 30, 90];
const DEFAULT_DAYS = 30;

const sum = (totals: EmailStats['totals'], wanted: (status: string) => boolean): number =>
  totals.filter(({ status }) => wanted(status)).reduce((all, { count }) => all + count, 0);

const statusTexts: Record<string, string> = {
  sent: 'отправлено',
  failed: 'не отправлено',
  bounced: 'адрес не принял',
  queued: 'в очереди',
  pending: 'ждёт',
  skipped: 'пропущено',
};

/** The label of a type of letter, taken from its template. */
function useTypeText(): (type: string) => string {
  const { data: templates = [] } = useTemplates();
  return (type) => {
    if (type === MARKETING) return 'Рассылки';
    return templates.find(({ is_system, template_type }) => is_system && template_type === type)?.name ?? type;
  };
}

/** The chart's figures as a table, for screen readers. */
function TotalsTable({ totals }: { totals: EmailStats['totals'] }) {
  const typeText = useTypeText();
  return (
    <table className="plain-table">
      <caption className="visually-hidden">Письма по видам</caption>
      <thead>
        <tr>
          <th scope="col">Письмо</th>
          <th scope="col">Статус</th>
          <th scope="col" className="list-right">
            Писем
          </th>
        </tr>
      </thead>
      <tbody>
        {totals.map(({ template_type, status, count }) => (
          <tr key={`${template_type} ${status}`}>
            <th scope="row">{typeText(template_type)}</th>
            <td>{statusTexts[status] ?? status}</td>
            <td className="list-right">{countText(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** How many letters were sent; details on demand. */
export function EmailStatistics() {
  const [days, setDays] = useState(DEFAULT_DAYS);
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useEmailStats(days);
  return (
    <details className="email-stats" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Статистика за{' '}
        {data ? (
          <>
            {data.period.days} дн.: отправлено {countText(sum(data.totals, (status) => status === 'sent'))}, не дошло{' '}
            {countText(sum(data.totals, (status) => status === 'failed' || status === 'bounced'))}
          </>
        ) : (
          `${days} дн.`
        )}
      </summary>
      {error && (
        <p role="alert" className="email-note email-warning">
          Ошибка загрузки статистики{wordsOf(error) ? `: ${wordsOf(error)}` : ''}
        </p>
      )}
      <fieldset className="email-periods">
        <legend className="visually-hidden">Период</legend>
        {PERIODS.map((period) => (
          <label key={period}>
            <input type="radio" name="period" checked={days === period} onChange={() => setDays(period)} />
            {period} дней
          </label>
        ))}
      </fieldset>
      {isOpen && data && (
        <div className="email-stats-body">
          <Suspense fallback={<div className="email-chart" />}>
            <StatsChart daily={data.daily} />
          </Suspense>
          {data.totals.length === 0 ? (
            <p className="dim">За это время писем не было</p>
          ) : (
            <div className="table-scroll">
              <TotalsTable totals={data.totals} />
            </div>
          )}
        </div>
      )}
    </details>
  );
}
