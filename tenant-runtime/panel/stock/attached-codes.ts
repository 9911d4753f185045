import type { AttachedCode } from '@ostatok/tenant-runtime/contract/attached-codes.endpoints.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../client/api.ts';

const KEY = ['attached-codes'];
/** No event announces a barcode that a user attaches, so an open page polls at this interval. */
const LOOK_AGAIN_MS = 60_000;

/** The attached barcodes that nobody has confirmed yet; for administrators. */
export const useWaitingCodes = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call('GET /api/attached-codes', { query: { state: 'waiting', limit: 100 }, signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });

export function useDecideCode() {
  return useMutation({
    mutationFn: ({ code, confirmed }: { code: AttachedCode; confirmed: boolean }) =>
      confirmed
        ? api.call('POST /api/attached-codes/:id/confirm', { params: { id: code.id } })
        : api.call('DELETE /api/attached-codes/:id', { params: { id: code.id } }),
    onSuccess: (_answer, { code, confirmed }) =>
      toast.success(
        confirmed
          ? `Подтверждено: ${code.ean} — ${code.item.name}`
          : `Убрано: ${code.ean}. Записи, сделанные по нему, остались у «${code.item.name}»`,
      ),
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [KEY] },
  });
}
