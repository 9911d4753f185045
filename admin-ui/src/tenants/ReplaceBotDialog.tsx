import { TextField } from '@mui/material';
import { replaceBotSchema } from '@ostatok/api/contract/provision.ts';
import type { AdminTenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { api } from '../http-client.ts';
import { changed } from '../live/invalidation.ts';
import { couldNot } from '../ui/act.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastDone, toastFailed } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';

/** Sets a new token of the same bot or another bot; the server checks it with Telegram before changing anything. */
export function ReplaceBotDialog({ tenant, onClose }: { tenant: AdminTenant; onClose: () => void }) {
  const { formik, bind, form } = useForm({
    schema: replaceBotSchema,
    initialValues: { botToken: '' },
    async onSubmit(values) {
      try {
        const { id } = tenant;
        const { bot } = await api.call('PUT /api/admin/tenants/:id/bot-token', { params: { id }, body: values });
        toastDone(bot.another ? `Теперь работает @${bot.username}` : `Токен @${bot.username} заменён`);
        changed('tenants');
        changed('activity');
        onClose();
      } catch (error) {
        toastFailed(couldNot('заменить токен'), error);
        throw error;
      }
    },
  });
  return (
    <FormDialog
      title={`Бот заведения ${quoted(tenant.display_name)}`}
      submit="Заменить токен"
      isBusy={formik.isSubmitting}
      form={form}
      onClose={onClose}
    >
      <p className="dim">
        Новый токен прежнего бота продолжит те же чаты. С другим ботом остатки, история и сотрудники останутся, но
        каждому нужно открыть его и нажать «Запустить». Владелец получит письмо.
      </p>
      <TextField label="Новый токен" autoComplete="off" autoFocus {...bind('botToken')} />
    </FormDialog>
  );
}
