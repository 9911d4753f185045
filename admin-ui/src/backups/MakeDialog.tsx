import { Autocomplete, TextField } from '@mui/material';
import type { AdminTenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as yup from 'yup';
import { readPage } from '../data-provider.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useForm } from '../ui/use-form.ts';

const FOUND = 20;
const schema = yup.object({ tenantId: yup.string().required('Выберите заведение') });

const useVenues = (search: string) =>
  useQuery({
    queryKey: ['tenants', 'to back up', search],
    queryFn: async ({ signal }) => {
      const query = {
        sort: { field: 'subdomain', order: 'ASC' },
        filter: { ...(search ? { search } : {}) },
      } as const;
      const { data } = await readPage<AdminTenant>('tenants', query, 0, FOUND, signal);
      return data.filter(({ status }) => status === 'active' || status === 'suspended');
    },
    placeholderData: (before) => before,
  });

interface MakeDialogProps {
  onMake: (what: { tenantId: string }) => Promise<boolean>;
  onClose: () => void;
}

export function MakeDialog({ onMake, onClose }: MakeDialogProps) {
  const [search, setSearch] = useState('');
  const { data: venues = [], isFetching } = useVenues(search);
  const { formik, bind, form } = useForm({
    schema,
    initialValues: { tenantId: '' },
    async onSubmit({ tenantId }) {
      if (await onMake({ tenantId })) onClose();
    },
  });
  const { error, helperText } = bind('tenantId');
  return (
    <FormDialog
      title="Копия заведения"
      submit="Сделать копию"
      isBusy={formik.isSubmitting}
      form={form}
      onClose={onClose}
    >
      <Autocomplete<AdminTenant>
        options={venues}
        loading={isFetching}
        getOptionLabel={({ subdomain, display_name }) => `${subdomain}, ${display_name}`}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        // The server has filtered the options already.
        filterOptions={(all) => all}
        onInputChange={(_event, text, reason) => reason === 'input' && setSearch(text.trim())}
        onChange={(_event, venue) => void formik.setFieldValue('tenantId', venue?.tenant_id ?? '')}
        noOptionsText="Ничего не нашлось"
        loadingText="Ищем…"
        openText="Показать заведения"
        clearText="Очистить"
        closeText="Закрыть"
        renderInput={(params) => (
          <TextField {...params} label="Заведение" error={error} helperText={helperText} autoFocus />
        )}
      />
    </FormDialog>
  );
}
