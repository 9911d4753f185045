import type { Campaign, CampaignRecipient } from '@ostatok/api/contract/campaigns.endpoints.ts';
import type { EmailPreview, EmailTemplateRow } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { readPage } from '../data-provider.ts';
import { api } from '../http-client.ts';
import { takeAll } from '../list/use-rows.ts';
import type { CampaignRequest } from './campaign-request.ts';

export const useVariables = (type: string) =>
  useQuery({
    queryKey: ['email-variables', type],
    queryFn: async () => (await api.call('GET /api/admin/email/variables', { query: { type } })).variables,
    staleTime: 10 * 60_000,
  });

/** Debounces a value, so that the server is not asked for every key. */
function useSettled<Value>(value: Value, ms = 400): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

export interface Letter {
  subject: string;
  mjml: string | null;
  html: string;
  templateType: string;
}

export const preview = (letter: Letter): Promise<EmailPreview> =>
  api.call('POST /api/admin/email/preview', { body: letter });

/** Renders the letter as its recipient gets it, with examples in place of the variables. */
export function usePreview(letter: Letter | undefined) {
  const text = useSettled(JSON.stringify(letter ?? null));
  return useQuery({
    queryKey: ['email-preview', text],
    queryFn: () => preview(JSON.parse(text) as Letter),
    enabled: text !== 'null',
    placeholderData: (before) => before,
    gcTime: 60_000,
    retry: false,
  });
}

type Audience = Pick<CampaignRequest, 'targetUsers' | 'filters'>;

/** The number of recipients that a campaign would have now. */
export function useAudience(audience: Audience) {
  const text = useSettled(JSON.stringify(audience));
  return useQuery({
    queryKey: ['campaigns', 'audience', text],
    queryFn: async () => {
      const body: Audience = JSON.parse(text);
      return (await api.call('POST /api/admin/marketing/audience', { body })).count;
    },
    retry: false,
  });
}

/** All templates, including the platform's own. */
export const useTemplates = () =>
  useQuery({
    queryKey: ['email-templates', 'all'],
    queryFn: async () => {
      const sort = { field: 'name', order: 'ASC' } as const;
      return (await takeAll<EmailTemplateRow>('email-templates', { sort, filter: {} })).rows;
    },
  });

export const useEmailStats = (days: number) =>
  useQuery({
    queryKey: ['campaigns', 'email-stats', days],
    queryFn: () => api.call('GET /api/admin/email/stats', { query: { days } }),
    placeholderData: (before) => before,
  });

export const isOver = ({ status }: Campaign): boolean => status === 'done' || status === 'canceled';

export const RECIPIENTS_PER_PAGE = 50;

/** The recipients of a campaign with their delivery status, kept current by the campaign's events. */
export function useRecipients(id: string, status: string, page: number) {
  return useQuery({
    queryKey: ['campaigns', 'recipients', id, status, page],
    queryFn: ({ signal }) =>
      readPage<CampaignRecipient>(
        `campaigns/${id}/recipients`,
        { sort: { field: 'id', order: 'ASC' }, filter: status ? { status } : {} },
        page,
        RECIPIENTS_PER_PAGE,
        signal,
      ),
    placeholderData: (before) => before,
  });
}
