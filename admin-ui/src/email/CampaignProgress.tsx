import type { Campaign } from '@ostatok/api/contract/campaigns.endpoints.ts';
import { Badge } from '../ui/Badge.tsx';
import { campaignTexts, countText } from './texts.ts';

const tones = { running: 'warn', paused: 'plain', done: 'good', canceled: 'bad' } as const;

export const CampaignStatusBadge = ({ campaign: { status } }: { campaign: Campaign }) => (
  <Badge tone={tones[status]}>{campaignTexts[status]}</Badge>
);

/** How many recipients of a campaign have been processed. */
export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { subject, total, sent, failed, bounced, skipped } = campaign;
  const past = sent + failed + bounced + skipped;
  return (
    <span className="campaign-progress">
      <progress max={Math.max(1, total)} value={past} aria-label={`Отправка «${subject}»`} />
      <span>
        {countText(sent)} из {countText(total)}
      </span>
    </span>
  );
}
