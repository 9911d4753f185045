import { TextField } from '@mui/material';
import type { OwnDomain } from '@ostatok/api/contract/own-domains.endpoints.ts';
import { setOwnDomainSchema } from '@ostatok/api/contract/own-domains.ts';
import type { AdminTenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../http-client.ts';
import { changed } from '../live/invalidation.ts';
import { couldNot } from '../ui/act.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { dateText } from '../ui/texts.ts';
import { toastDone, toastFailed } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';

interface DialogProps {
  tenant: AdminTenant;
  onClose: () => void;
}

function stateText({ problem, certificate_until }: OwnDomain): string {
  if (problem) return problem;
  return certificate_until ? `Сертификат до ${dateText(certificate_until)}` : 'Сертификата ещё нет';
}

function OwnDomainForm({ tenant, domain, onClose }: DialogProps & { domain: OwnDomain | null }) {
  const { formik, bind, form } = useForm({
    schema: setOwnDomainSchema,
    initialValues: { domain: domain?.name ?? '' },
    // an empty field takes the domain away: it is not a missing one
    payloadOf: (values) => values,
    async onSubmit(values) {
      try {
        const { id } = tenant;
        const body = { domain: values.domain || null };
        const { message } = await api.call('PUT /api/admin/tenants/:id/domain', { params: { id }, body });
        toastDone(message);
        changed('tenants');
        changed('activity');
        onClose();
      } catch (error) {
        toastFailed(couldNot('задать домен'), error);
        throw error;
      }
    },
  });
  return (
    <FormDialog
      title={`Свой домен заведения ${quoted(tenant.display_name)}`}
      submit="Сохранить"
      isBusy={formik.isSubmitting}
      form={form}
      onClose={onClose}
    >
      <p className="dim">
        Домен должен вести на этот сервер: запись A или CNAME у того, кто им управляет. Поддомен {tenant.subdomain}{' '}
        остаётся. Пустое поле снимает домен.
      </p>
      <TextField label="Домен" placeholder="sklad.moybar.ru" autoComplete="off" autoFocus {...bind('domain')} />
      {domain && <p className="dim">{stateText(domain)}</p>}
    </FormDialog>
  );
}

/** Gives the tenant a domain of its own, or takes it away. */
export function OwnDomainDialog({ tenant, onClose }: DialogProps) {
  const { id } = tenant;
  const { data } = useQuery({
    queryKey: ['tenants', 'domain', id],
    queryFn: ({ signal }) => api.call('GET /api/admin/tenants/:id/domain', { params: { id }, signal }),
  });
  return data ? <OwnDomainForm tenant={tenant} domain={data.domain} onClose={onClose} /> : null;
}
