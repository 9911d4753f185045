import type { SandboxMail, SandboxMailHead } from '@ostatok/api/contract/mailbox.ts';
import { useQuery } from '@tanstack/react-query';
import { sandboxApi } from '../../lib/api.ts';

const POLL_MS = 3000;

export function useMails() {
  return useQuery({
    queryKey: ['mails'],
    queryFn: async () => (await sandboxApi.get<{ mails: SandboxMailHead[] }>('/mails')).mails,
    refetchInterval: POLL_MS,
  });
}

export function useMail(id: string) {
  return useQuery({
    queryKey: ['mail', id],
    queryFn: async () => (await sandboxApi.get<{ mail: SandboxMail }>(`/mails/${encodeURIComponent(id)}`)).mail,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
