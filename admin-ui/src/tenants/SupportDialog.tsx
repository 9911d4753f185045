import { Button, Dialog, DialogActions, DialogContent, DialogTitle, TextField } from '@mui/material';
import { supportSessionSchema } from '@ostatok/api/contract/provision.ts';
import type { AdminTenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { useState } from 'react';
import { api } from '../http-client.ts';
import { changed } from '../live/invalidation.ts';
import { couldNot } from '../ui/act.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { timeText } from '../ui/texts.ts';
import { toastFailed } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';

interface Way {
  url: string;
  expires_at: string;
}

/** Shows the link for one use; the administrator opens it by a click, which no popup blocker stops. */
function Entrance({ way, onClose }: { way: Way; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="entrance">
      <DialogTitle id="entrance">Вход открыт</DialogTitle>
      <DialogContent>
        <p>Ссылка сработает один раз. Доступ действует до {timeText(way.expires_at)}, владелец видит ваш визит.</p>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          Закрыть
        </Button>
        <Button
          variant="contained"
          href={way.url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={onClose}
          autoFocus
        >
          Открыть заведение
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export function SupportDialog({ tenant, onClose }: { tenant: AdminTenant; onClose: () => void }) {
  const [way, setWay] = useState<Way>();
  const { formik, bind, form } = useForm({
    schema: supportSessionSchema,
    initialValues: { reason: '' },
    async onSubmit(values) {
      try {
        const { id } = tenant;
        setWay(await api.call('POST /api/admin/tenants/:id/support-session', { params: { id }, body: values }));
        changed('activity');
      } catch (error) {
        toastFailed(couldNot('войти для поддержки'), error);
        throw error;
      }
    },
  });
  if (way) return <Entrance way={way} onClose={onClose} />;
  return (
    <FormDialog
      title={`Вход в ${quoted(tenant.display_name)}`}
      submit="Получить ссылку"
      isBusy={formik.isSubmitting}
      form={form}
      onClose={onClose}
    >
      <p className="dim">Причину увидят владелец и журнал заведения.</p>
      <TextField label="Причина" multiline minRows={2} autoFocus {...bind('reason')} />
    </FormDialog>
  );
}
