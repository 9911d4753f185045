import { api } from '../http-client.ts';
import { inBackground } from '../operations/queries.ts';
import { queryClient } from '../query-client.ts';
import { toastFailed } from '../ui/toasts.tsx';

/** Starts one suite or, without a name, all of them; they run on the server, even if this page is closed. */
export async function startSuite(suite = ''): Promise<void> {
  try {
    if (suite === '') await api.call('POST /api/test/run', inBackground);
    else await api.call('POST /api/test/run/:suite', { params: { suite }, ...inBackground });
  } catch (error) {
    toastFailed('Ошибка при запуске тестов', error);
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['operations'] });
  }
}
