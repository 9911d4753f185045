import type { EmailStats } from '@ostatok/api/contract/campaigns.ts';
import type { Mail } from '../mail/mail.service.ts';

const DAY_MS = 86_400_000;

/** What has been written to people; sendings of the administrator's own will join the letters of the platform here. */
export function createCampaigns({ mail, now = () => new Date() }: { mail: Mail; now?: () => Date }) {
  return {
    async stats(days: number): Promise<EmailStats> {
      const to = now();
      const from = new Date(to.getTime() - days * DAY_MS);
      return {
        totals: await mail.count(from),
        daily: [],
        period: { days, from: from.toISOString(), to: to.toISOString() },
      };
    },
  };
}
export type Campaigns = ReturnType<typeof createCampaigns>;
