import { useQuery } from '@tanstack/react-query';
import { sandboxApi } from '../../lib/api.ts';

export interface MailLine {
  id: string;
  to: string;
  from: string;
  subject: string;
  date: string;
}

export interface Mail extends MailLine {
  html: string | null;
  text: string | null;
}

const POLL_MS = 3000;

export function useMails() {
  return useQuery({
    queryKey: ['mails'],
    queryFn: async () => (await sandboxApi.get<{ mails: MailLine[] }>('/mails')).mails,
    refetchInterval: POLL_MS,
  });
}

export function useMail(id: string) {
  return useQuery({
    queryKey: ['mail', id],
    queryFn: async () => (await sandboxApi.get<{ mail: Mail }>(`/mails/${encodeURIComponent(id)}`)).mail,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
