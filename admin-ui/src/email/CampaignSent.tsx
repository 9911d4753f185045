import { Button } from '@mui/material';
import type { Campaign, CampaignResult } from '@ostatok/api/contract/campaigns.endpoints.ts';
import { recipientStatusLabels } from '@ostatok/api/contract/labels.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useRecord } from '../ui/use-record.ts';
import { CampaignProgress } from './CampaignProgress.tsx';
import { isOver, useRecipients } from './queries.ts';
import { CAMPAIGNS, countText } from './texts.ts';

const FIRST = 10;

/** Shows the result of starting a campaign, which continues without this page. */
export function CampaignSent({ result, onAgain }: { result: CampaignResult; onAgain: () => void }) {
  const { data: campaign = result.campaign } = useRecord<Campaign>('campaigns', result.campaign.id, result.campaign);
  const { data: people } = useRecipients(result.campaign.id, '', 0);
  const first = people?.data.slice(0, FIRST) ?? result.results;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { sent, failed, bounced, test_mode } = campaign;
  return (
    <div className="page">
      <h1 ref={heading} tabIndex={-1}>
        {isOver(campaign) ? 'Рассылка завершена' : 'Рассылка началась'}
      </h1>
      <p>
        <CampaignProgress campaign={campaign} />
      </p>
      <p role="status">
        Отправлено {countText(sent)}, не отправлено {countText(failed + bounced)}.
        {!isOver(campaign) && ' Страницу можно закрыть: отправка продолжится.'}
      </p>
      {first.length > 0 && (
        <section aria-labelledby="first-results">
          <h2 id="first-results">Первые получатели</h2>
          <ul className="recipients">
            {first.map(({ email, status }) => (
              <li key={email}>
                <span>{email}</span>
                <span className="dim">{recipientStatusLabels[status]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="action-buttons">
        <Button variant="contained" component={Link} to={`${CAMPAIGNS}/${campaign.id}`}>
          Все получатели
        </Button>
        <Button variant="outlined" onClick={onAgain}>
          {test_mode ? 'Вернуться к письму' : 'Новая рассылка'}
        </Button>
      </div>
    </div>
  );
}
