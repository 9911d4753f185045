import { Button, Drawer, Stack, TextInput } from '@mantine/core';
import { openCountSchema } from '@ostatok/tenant-runtime/contract/counts.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../../client/api.ts';
import { toFieldNumber, toFieldText } from '../../forms/quantity-input.ts';
import { useFormWithToasts } from '../../forms/use-form-with-toasts.ts';
import { useSettings } from '../../venue/settings.ts';
import { AreasField, type DraftArea } from './AreasField.tsx';
import { CountOptions } from './CountOptions.tsx';
import { type DraftScope, ScopeField } from './ScopeField.tsx';

interface Values extends DraftScope {
  title: string;
  spot: boolean;
  blind: boolean;
  recountThreshold: string;
  areas: DraftArea[];
}

const payloadOf = ({ recountThreshold, areas, title, ...rest }: Values, key: string) => ({
  ...rest,
  key,
  ...(title.trim() ? { title } : {}),
  recountThreshold: toFieldNumber(recountThreshold),
  areas: areas.filter(({ name }) => name.trim() !== '').map(({ name, userId }) => ({ name, userId })),
});

/**
 * The idempotency key lives as long as the form: a second press or a retry after a lost connection opens no second
 * count.
 */
function useOpenCount(initial: Values) {
  const [key] = useState(() => crypto.randomUUID());
  const open = useMutation({
    mutationFn: (body: ReturnType<typeof payloadOf>) => api.call('POST /api/counts', { body }),
    meta: { invalidates: [['counts']] },
  });
  const navigate = useNavigate();
  return useFormWithToasts({
    schema: openCountSchema,
    initialValues: initial,
    payloadOf: (values) => payloadOf(values, key),
    async onSubmit(payload) {
      const { count } = await open.mutateAsync(payload);
      void navigate(`/counts/${count.id}`);
    },
  });
}

function Form({ initial }: { initial: Values }) {
  const { formik, form, bind, bindCheckbox, bindList } = useOpenCount(initial);
  const errors: Record<string, unknown> = formik.errors;
  function choose(scope: DraftScope): void {
    formik.setErrors({});
    void formik.setValues({ ...formik.values, ...scope });
  }
  return (
    <form {...form}>
      <Stack gap="lg">
        <ScopeField
          value={formik.values}
          onChange={choose}
          error={typeof errors._ === 'string' ? errors._ : undefined}
        />
        <CountOptions
          spot={bindCheckbox('spot')}
          blind={bindCheckbox('blind')}
          recountThreshold={bind('recountThreshold')}
        />
        <AreasField {...bindList('areas')} />
        <TextInput label="Название" placeholder="Подсчёт и сегодняшнее число" autoComplete="off" {...bind('title')} />
        <Button type="submit" size="lg" loading={formik.isSubmitting}>
          Начать
        </Button>
      </Stack>
    </form>
  );
}

export function OpenCountForm({ onClose }: { onClose: () => void }) {
  const { data: settings, isError } = useSettings();
  return (
    <Drawer opened onClose={onClose} title="Новый подсчёт">
      {(settings || isError) && (
        <Form
          initial={{
            scope: 'all',
            categories: [],
            itemIds: [],
            title: '',
            spot: false,
            blind: settings?.blindCounts ?? false,
            recountThreshold: toFieldText(settings?.recountThreshold),
            areas: (settings?.areas ?? []).map((name) => ({ key: crypto.randomUUID(), name, userId: null })),
          }}
        />
      )}
    </Drawer>
  );
}
