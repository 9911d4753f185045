import type { Campaign } from '@ostatok/api/contract/campaigns.endpoints.ts';
import { ActionButtons } from '../list/ActionButtons.tsx';
import { ListFailed } from '../list/ListMessages.tsx';
import { usePlans } from '../subscriptions/queries.ts';
import { Facts } from '../ui/Facts.tsx';
import { dateText, timeText } from '../ui/texts.ts';
import { useRecord } from '../ui/use-record.ts';
import { CampaignProgress, CampaignStatusBadge } from './CampaignProgress.tsx';
import { campaignActions } from './campaign-actions.ts';
import { Recipients } from './Recipients.tsx';
import { countText, targetTexts } from './texts.ts';

function useAudienceText({ target_users, filters, test_mode }: Campaign): string {
  const { data: plans = [] } = usePlans();
  if (test_mode) return 'Только вам: тестовая отправка';
  const plan = plans.find(({ id }) => id === filters.planId);
  return [
    targetTexts[target_users],
    filters.planId !== null && `тариф ${plan?.display_name ?? filters.planId}`,
    filters.registeredFrom && `пришли с ${dateText(filters.registeredFrom)}`,
    filters.registeredTo && `пришли до ${dateText(filters.registeredTo)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function CampaignFacts({ campaign }: { campaign: Campaign }) {
  const { template_name, sent, failed, bounced, skipped, created_by, created_at, finished_at } = campaign;
  const audience = useAudienceText(campaign);
  return (
    <Facts
      facts={[
        ['Статус', <CampaignStatusBadge key="status" campaign={campaign} />],
        ['Получатели', audience],
        ['Шаблон', template_name ?? 'своё письмо'],
        ['Отправлено', countText(sent)],
        ['Не отправлено', countText(failed)],
        ['Адрес не принял', countText(bounced)],
        ['Пропущено', countText(skipped)],
        ['Начата', `${timeText(created_at)}${created_by ? `, ${created_by}` : ''}`],
        ['Закончена', timeText(finished_at)],
      ]}
    />
  );
}

export function CampaignDetails({ id, row }: { id: string; row: Campaign | undefined }) {
  const { data: campaign, error, refetch } = useRecord<Campaign>('campaigns', id, row);
  if (error && !campaign) return <ListFailed text="Не удалось загрузить данные" error={error} onRetry={refetch} />;
  if (!campaign) return <div className="list-bone" />;
  return (
    <>
      <h2 className="record-title">{campaign.subject}</h2>
      <CampaignProgress campaign={campaign} />
      <ActionButtons row={campaign} actions={campaignActions} />
      <CampaignFacts campaign={campaign} />
      <Recipients campaignId={id} />
    </>
  );
}
