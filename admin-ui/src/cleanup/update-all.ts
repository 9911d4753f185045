import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { api } from '../http-client.ts';
import { changed, everythingChanged } from '../live/invalidation.ts';
import { inBackground, noteBegun } from '../operations/queries.ts';
import { toastBegun } from '../operations/toast-begun.tsx';
import { confirm } from '../ui/confirm.tsx';
import { toastFailed } from '../ui/toasts.tsx';

const REFRESH_MS = 2000;

/** Updates all tenants to the present version, after a confirmation. */
export async function updateAll(): Promise<void> {
  const sure = await confirm({
    title: 'Обновить все тенанты?',
    text: 'Обновление занимает 5-10 минут. Каждое заведение ненадолго перезапускается; ход виден здесь же.',
    yes: 'Обновить',
  });
  if (!sure) return;
  try {
    const { message, operation } = await api.call('POST /api/admin/update-all-tenants', inBackground);
    toastBegun(message, operation);
    noteBegun(operation);
    changed('operations');
    setTimeout(everythingChanged, REFRESH_MS);
  } catch (error) {
    const said = error instanceof ApiError ? error.body.error : undefined;
    toastFailed(typeof said === 'string' && said ? said : 'Не удалось запустить обновление');
  }
}
