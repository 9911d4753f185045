import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { begin } from '../operations/queries.ts';
import { queryClient } from '../query-client.ts';
import { toastFailed } from '../ui/toasts.tsx';

/** Starts one suite or, without a name, all of them; they run on the server, even if this page is closed. */
export async function startSuite(suite = ''): Promise<void> {
  try {
    await begin<{ operation: Operation }>(suite === '' ? '/test/run' : `/test/run/${suite}`);
  } catch (error) {
    toastFailed('Ошибка при запуске тестов', error);
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['operations'] });
  }
}
