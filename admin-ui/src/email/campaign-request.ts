import type { CampaignResult } from '@ostatok/api/contract/campaigns.endpoints.ts';
import type { TargetUsers } from '@ostatok/api/contract/campaigns.ts';
import { api } from '../http-client.ts';
import { withIdempotencyKey } from '../idempotency.ts';
import { changed } from '../live/invalidation.ts';

/** Dates without a time. */
export interface Filters {
  planId: number | null;
  registeredFrom: string | null;
  registeredTo: string | null;
}

export interface CampaignValues {
  subject: string;
  html: string;
  templateId: number | null;
  targetUsers: TargetUsers;
  filters: Filters;
  testMode: boolean;
}

export const NO_CAMPAIGN: CampaignValues = {
  subject: '',
  html: '',
  templateId: null,
  targetUsers: 'all',
  filters: { planId: null, registeredFrom: null, registeredTo: null },
  testMode: true,
};

export interface CampaignRequest {
  subject: string;
  html: string;
  templateId: number | null;
  targetUsers: TargetUsers;
  filters: Filters;
  testMode: boolean;
}

export function requestOf(values: CampaignValues, source: 'template' | 'html'): CampaignRequest {
  const { subject, html, templateId, targetUsers, filters, testMode } = values;
  return {
    subject: subject.trim(),
    html: source === 'html' ? html : '',
    templateId: source === 'template' ? templateId : null,
    targetUsers,
    filters,
    testMode,
  };
}

/**
 * A retry after a lost response sends nothing twice and gets the first one's response, however late it is: letters cannot
 * be taken back.
 */
export async function send(request: CampaignRequest): Promise<CampaignResult> {
  try {
    return await withIdempotencyKey(
      ['campaign', request],
      (key) =>
        api.call('POST /api/admin/marketing/send-campaign', {
          body: request,
          headers: { ...key, ...(!request.testMode && { prefer: 'respond-async' }) },
        }),
      Number.POSITIVE_INFINITY,
    );
  } finally {
    changed('campaigns');
  }
}
