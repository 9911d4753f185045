import { Button } from '@mui/material';
import { recipientStatuses } from '@ostatok/api/contract/campaigns.ts';
import { recipientStatusLabels } from '@ostatok/api/contract/labels.ts';
import { useState } from 'react';
import { ListFailed } from '../list/ListMessages.tsx';
import { timeText } from '../ui/texts.ts';
import { RECIPIENTS_PER_PAGE as PER_PAGE, useRecipients } from './queries.ts';
import { countText } from './texts.ts';

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const last = Math.max(0, Math.ceil(total / PER_PAGE) - 1);
  if (last === 0) return null;
  return (
    <nav className="recipient-pages" aria-label="Страницы получателей">
      <Button size="small" disabled={page === 0} onClick={() => onPage(page - 1)}>
        Назад
      </Button>
      <span className="dim">
        {countText(page * PER_PAGE + 1)}–{countText(Math.min(total, (page + 1) * PER_PAGE))} из {countText(total)}
      </span>
      <Button size="small" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Вперёд
      </Button>
    </nav>
  );
}

/** All recipients of a campaign with the delivery status of each. */
export function Recipients({ campaignId }: { campaignId: string }) {
  const [status, setStatus] = useState('');
  const [page, setPage] = useState(0);
  const { data, error, refetch } = useRecipients(campaignId, status, page);
  return (
    <section className="record-section" aria-labelledby="recipients">
      <div className="recipient-top">
        <h3 id="recipients">Получатели</h3>
        <label className={status ? 'list-filter is-set' : 'list-filter'}>
          <span>Статус</span>
          <select
            value={status}
            onChange={({ target }) => {
              setStatus(target.value);
              setPage(0);
            }}
          >
            <option value="">Все</option>
            {recipientStatuses.map((value) => (
              <option key={value} value={value}>
                {recipientStatusLabels[value]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error && !data && <ListFailed text="Не удалось загрузить данные" error={error} onRetry={refetch} />}
      {data?.data.length === 0 && <p className="dim">Никого</p>}
      <ul className="recipients">
        {data?.data.map(({ id, email, status: state, error: reason, at }) => (
          <li key={id}>
            <span>{email}</span>
            <span className="dim">
              {recipientStatusLabels[state]}, {timeText(at)}
            </span>
            {reason && <span className="recipient-error">{reason}</span>}
          </li>
        ))}
      </ul>
      {data && <Pages page={page} total={data.total} onPage={setPage} />}
    </section>
  );
}
