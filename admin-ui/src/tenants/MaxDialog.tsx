import { Button, TextField } from '@mui/material';
import { maxBotText } from '@ostatok/api/contract/labels.ts';
import type { VenueMax } from '@ostatok/api/contract/max.endpoints.ts';
import { ownMaxBotSchema } from '@ostatok/api/contract/max.ts';
import type { AdminTenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../http-client.ts';
import { changed } from '../live/invalidation.ts';
import { couldNot } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastDone, toastFailed } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';

interface DialogProps {
  tenant: AdminTenant;
  onClose: () => void;
}

interface Change {
  call: () => Promise<unknown>;
  done: string;
  failed: string;
}

/** Runs one change of the tenant's bot at a time; throws its error after it was shown. */
function useChange(onClose: () => void) {
  const [isBusy, setIsBusy] = useState(false);
  async function change({ call, done, failed }: Change): Promise<void> {
    setIsBusy(true);
    try {
      await call();
      toastDone(done);
      changed('tenants');
      changed('activity');
      onClose();
    } catch (error) {
      toastFailed(couldNot(failed), error);
      throw error;
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, change };
}

function MaxForm({ tenant, max: { bot, sharedAvailable }, onClose }: DialogProps & { max: VenueMax }) {
  const { isBusy, change } = useChange(onClose);
  const params = { id: tenant.id };
  const { formik, bind, form } = useForm({
    schema: ownMaxBotSchema,
    initialValues: { botToken: '' },
    onSubmit: (body) =>
      change({
        call: () => api.call('PUT /api/admin/tenants/:id/max', { params, body }),
        done: 'Бот MAX подключён',
        failed: 'подключить MAX',
      }),
  });
  const share = () =>
    change({
      call: () => api.call('PUT /api/admin/tenants/:id/max', { params, body: { shared: true } }),
      done: 'Подключён общий бот MAX',
      failed: 'подключить MAX',
    }).catch(() => undefined);
  async function disconnect(): Promise<void> {
    const sure = await confirm({
      title: `Отключить MAX у заведения ${quoted(tenant.display_name)}?`,
      text: 'Писать боту в MAX больше не получится. Остатки, история и люди останутся.',
      yes: 'Отключить',
      danger: true,
    });
    if (!sure) return;
    await change({
      call: () => api.call('DELETE /api/admin/tenants/:id/max', { params }),
      done: 'MAX отключён',
      failed: 'отключить MAX',
    }).catch(() => undefined);
  }
  const isWaiting = isBusy || formik.isSubmitting;
  return (
    <FormDialog
      title={`MAX заведения ${quoted(tenant.display_name)}`}
      submit={bot && !bot.shared ? 'Заменить токен' : 'Подключить своего бота'}
      isBusy={isWaiting}
      form={form}
      onClose={onClose}
    >
      {bot ? (
        <p>
          <a href={bot.link} target="_blank" rel="noopener noreferrer">
            {bot.link}
          </a>
          <br />
          {maxBotText(bot)}
        </p>
      ) : (
        <p>MAX не подключён.</p>
      )}
      <p className="dim">
        Новый токен прежнего бота продолжит те же чаты. С другим ботом остатки, история и люди останутся, но каждому
        нужно открыть его и нажать «Начать».
      </p>
      <TextField label="Токен бота MAX" autoComplete="off" autoFocus {...bind('botToken')} />
      {sharedAvailable && !bot?.shared && (
        <Button disabled={isWaiting} onClick={() => void share()}>
          Подключить общего бота
        </Button>
      )}
      {bot && (
        <Button color="error" disabled={isWaiting} onClick={() => void disconnect()}>
          Отключить MAX
        </Button>
      )}
    </FormDialog>
  );
}

/** Shows the tenant's bot in MAX, connects it and disconnects it. */
export function MaxDialog({ tenant, onClose }: DialogProps) {
  const { id } = tenant;
  const { data } = useQuery({
    queryKey: ['tenants', 'max', id],
    queryFn: ({ signal }) => api.call('GET /api/admin/tenants/:id/max', { params: { id }, signal }),
  });
  return data ? <MaxForm tenant={tenant} max={data.max} onClose={onClose} /> : null;
}
