import { Button } from '@mui/material';
import type { Campaign } from '@ostatok/api/contract/campaigns.endpoints.ts';
import { campaignStatuses } from '@ostatok/api/contract/campaigns.ts';
import { Link } from 'react-router';
import { DataList } from '../list/DataList.tsx';
import type { Column, Filter } from '../list/types.ts';
import { Badge } from '../ui/Badge.tsx';
import { timeText } from '../ui/texts.ts';
import { CampaignDetails } from './CampaignDetails.tsx';
import { CampaignProgress, CampaignStatusBadge } from './CampaignProgress.tsx';
import { campaignActions } from './campaign-actions.ts';
import { EmailStatistics } from './EmailStatistics.tsx';
import { CAMPAIGNS, campaignTexts, NEW_CAMPAIGN, targetTexts } from './texts.ts';

const columns: Column<Campaign>[] = [
  {
    key: 'subject',
    label: 'Заголовок письма',
    sort: 'subject',
    min: 240,
    grow: 3,
    render: ({ subject, test_mode }) => (
      <>
        <strong>{subject}</strong> {test_mode && <Badge>Тест</Badge>}
      </>
    ),
    text: ({ subject }) => subject,
  },
  {
    key: 'target_users',
    label: 'Получатели',
    min: 170,
    render: ({ target_users }) => targetTexts[target_users],
    text: ({ target_users }) => targetTexts[target_users],
  },
  {
    key: 'status',
    label: 'Статус',
    sort: 'status',
    min: 140,
    grow: 0,
    render: (campaign) => <CampaignStatusBadge campaign={campaign} />,
    text: ({ status }) => campaignTexts[status],
  },
  {
    key: 'sent',
    label: 'Отправлено',
    sort: 'sent',
    min: 200,
    render: (campaign) => <CampaignProgress campaign={campaign} />,
    text: ({ sent, total }) => `${sent} из ${total}`,
  },
  {
    key: 'created_at',
    label: 'Начата',
    sort: 'created_at',
    min: 165,
    grow: 0,
    render: ({ created_at }) => timeText(created_at),
    text: ({ created_at }) => timeText(created_at),
  },
];

const filters: Filter[] = [
  {
    key: 'status',
    label: 'Статус',
    choices: campaignStatuses.map((value) => ({ value, label: campaignTexts[value] })),
  },
  {
    key: 'test_mode',
    label: 'Режим',
    choices: [
      { value: 'false', label: 'Настоящие' },
      { value: 'true', label: 'Тестовые' },
    ],
  },
];

const CampaignCard = (campaign: Campaign) => (
  <>
    <div className="card-line">
      <strong>{campaign.subject}</strong>
      <CampaignStatusBadge campaign={campaign} />
    </div>
    <CampaignProgress campaign={campaign} />
    <div className="dim">
      {campaign.test_mode ? 'Тест' : targetTexts[campaign.target_users]} · {timeText(campaign.created_at)}
    </div>
  </>
);

export const CampaignList = () => (
  <DataList<Campaign>
    resource="campaigns"
    title="Marketing campaigns"
    base={CAMPAIGNS}
    columns={columns}
    card={CampaignCard}
    nameOf={({ subject }) => subject}
    sort={{ field: 'created_at', order: 'DESC' }}
    search="Заголовок письма"
    filters={filters}
    actions={campaignActions}
    actionsWidth={90}
    details={(id, row) => <CampaignDetails key={id} id={id} row={row} />}
    above={<EmailStatistics />}
    buttons={
      <Button component={Link} to={NEW_CAMPAIGN} variant="contained">
        Новая рассылка
      </Button>
    }
    empty="Рассылок пока не было"
    firstStep={
      <Button variant="contained" component={Link} to={NEW_CAMPAIGN}>
        Составить первую
      </Button>
    }
    nothingFound="Рассылок не нашлось"
  />
);
