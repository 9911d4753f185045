import { Button, Drawer, Stack, Switch, TextInput } from '@mantine/core';
import { openCountSchema } from '@ostatok/tenant-runtime/contract/counts.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useFormik } from 'formik';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { useNavigate } from 'react-router';
import { api, messageOf } from '../../client/api.ts';
import { fieldErrorsOf, objections } from '../../forms/form.ts';
import { toFieldNumber, toFieldText } from '../../forms/quantity-input.ts';
import { useSettings } from '../../venue/settings.ts';
import { AreasField, type DraftArea } from './AreasField.tsx';
import { type DraftScope, ScopeField } from './ScopeField.tsx';

interface Values extends DraftScope {
  title: string;
  spot: boolean;
  blind: boolean;
  threshold: string;
  areas: DraftArea[];
}

const payloadOf = ({ threshold, areas, title, ...rest }: Values, key: string) => ({
  ...rest,
  key,
  ...(title.trim() ? { title } : {}),
  recountThreshold: toFieldNumber(threshold),
  areas: areas.filter(({ name }) => name.trim() !== '').map(({ name, userId }) => ({ name, userId })),
});

/**
 * The idempotency key lives as long as the form: a second press or a retry after a lost connection opens no second
 * count.
 */
function useOpenCount(initial: Values) {
  const [key] = useState(() => crypto.randomUUID());
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useFormik<Values>({
    initialValues: initial,
    validate: (values) => objections(openCountSchema, payloadOf(values, key)),
    validateOnChange: false,
    async onSubmit(values, { setErrors }) {
      try {
        const { count } = await api.call('POST /api/counts', { body: payloadOf(values, key) });
        void queries.invalidateQueries({ queryKey: ['counts'] });
        void navigate(`/counts/${count.id}`);
      } catch (error) {
        setErrors(fieldErrorsOf(error) ?? {});
        toast.error(messageOf(error));
      }
    },
  });
}

function Form({ initial }: { initial: Values }) {
  const form = useOpenCount(initial);
  const errors = form.errors as Record<string, string | undefined>;
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <Stack gap="lg">
        <ScopeField
          value={form.values}
          onChange={(scope) => void form.setValues({ ...form.values, ...scope })}
          error={errors._ ?? errors['']}
        />
        <Switch
          size="md"
          label="Выборочная проверка"
          description="Только сравнить: остаток после закрытия не изменится"
          {...form.getFieldProps({ name: 'spot', type: 'checkbox' })}
        />
        <Switch
          size="md"
          label="Слепой подсчёт"
          description="Кто считает, не видит, сколько должно быть. Вы видите всё"
          {...form.getFieldProps({ name: 'blind', type: 'checkbox' })}
        />
        <TextInput
          label="Порог пересчёта"
          description="Разницу больше этой система предложит пересчитать. Пусто — не предлагать"
          placeholder="0,5"
          inputMode="decimal"
          autoComplete="off"
          {...form.getFieldProps('threshold')}
          error={errors.recountThreshold}
        />
        <AreasField areas={form.values.areas} onChange={(areas) => void form.setFieldValue('areas', areas)} />
        <TextInput
          label="Название"
          placeholder="Подсчёт и сегодняшнее число"
          autoComplete="off"
          {...form.getFieldProps('title')}
          error={errors.title}
        />
        <Button type="submit" size="lg" loading={form.isSubmitting}>
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
            threshold: toFieldText(settings?.recountThreshold),
            areas: (settings?.areas ?? []).map((name) => ({ key: crypto.randomUUID(), name, userId: null })),
          }}
        />
      )}
    </Drawer>
  );
}
