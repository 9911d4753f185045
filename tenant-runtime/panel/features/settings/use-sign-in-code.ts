import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import { useNow } from '../../timing/use-now.ts';

/** A short-lived code for one use and the time it has left. */
export function useSignInCode(kind: 'scanner' | 'bridge') {
  const { data, mutate, isPending, reset } = useMutation({
    mutationFn: (name?: string) => api.call('POST /api/auth/codes', { body: { kind, ...(name ? { name } : {}) } }),
    onError: (error) => toast.error(messageOf(error)),
  });
  const now = useNow(1_000);
  const leftMs = data ? Date.parse(data.expiresAt) - now : 0;
  return {
    code: data && leftMs > 0 ? data.code : null,
    expired: data !== undefined && leftMs <= 0,
    left: clock(Math.max(0, leftMs)),
    make: (name?: string): void => mutate(name),
    busy: isPending,
    reset,
  };
}

/** Formats «9:41». */
function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
