import { Checkbox, FormControlLabel, TextField } from '@mui/material';
import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { FREE_PLAN, type PlanInput, planChangesSchema, planSchema } from '@ostatok/api/contract/plans.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { useState } from 'react';
import { api } from '../http-client.ts';
import { changed } from '../live/invalidation.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastDone, toastFailed } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';
import { type Feature, FeatureList } from './FeatureList.tsx';

interface PlanForm {
  name: string;
  display_name: string;
  description: string;
  price_monthly: string | number | null;
  price_yearly: string | number | null;
  discount_percent: string | number;
  max_instances: string | number;
  max_users_per_instance: string | number;
  max_storage_mb: string | number;
  max_memory_mb: string | number | null;
  max_cpu_percent: string | number | null;
  max_tasks: string | number | null;
  currency: string;
  features: Feature[];
  is_active: boolean;
  is_public: boolean;
  is_featured: boolean;
}

const newPlan: PlanForm = {
  name: '',
  display_name: '',
  description: '',
  price_monthly: 0,
  price_yearly: 0,
  discount_percent: 0,
  max_instances: 1,
  max_users_per_instance: 5,
  max_storage_mb: 100,
  max_memory_mb: null,
  max_cpu_percent: null,
  max_tasks: null,
  currency: 'RUB',
  features: [],
  is_active: true,
  is_public: true,
  is_featured: false,
};

function formOf(plan: AdminPlan): PlanForm {
  const { id: _, is_archived: __, sort_order: ___, active_subscriptions: ____, ...fields } = plan;
  return { ...fields, features: fields.features.toSorted((a, b) => a.order - b.order) };
}

/** The fields that the user changed; only these are sent, so that another user's changes of the others stay. */
function changesOf(before: PlanForm, values: PlanForm): Partial<PlanForm> {
  const was: Record<string, unknown> = { ...before };
  const isChanged = ([name, value]: [string, unknown]): boolean => JSON.stringify(value) !== JSON.stringify(was[name]);
  return Object.fromEntries(Object.entries(values).filter(isChanged));
}

/** Numbers may be texts, which the platform reads. */
async function save(plan: AdminPlan | undefined, shown: PlanForm, values: PlanForm): Promise<void> {
  if (!plan) await api.call('POST /api/admin/plans', { body: values as PlanInput });
  else {
    const body = changesOf(shown, values) as Partial<PlanInput>;
    await api.call('PUT /api/admin/plans/:id', { params: { id: plan.id }, body });
  }
}

const numeric = { htmlInput: { inputMode: 'decimal' } } as const;
const share = { htmlInput: { inputMode: 'numeric' }, inputLabel: { shrink: true } } as const;

/** Creates or edits a plan; it validates by the server's own schema. */
export function PlanDialog({ plan, onClose }: { plan: AdminPlan | undefined; onClose: () => void }) {
  const [shown] = useState(() => (plan ? formOf(plan) : newPlan));
  const { formik, bind, bindCheckbox, form } = useForm<PlanForm>({
    schema: plan ? planChangesSchema : planSchema,
    initialValues: shown,
    async onSubmit(values) {
      try {
        await save(plan, shown, values);
      } catch (error) {
        toastFailed('Ошибка при сохранении', error);
        throw error;
      }
      changed('plans');
      toastDone(plan ? 'Тариф обновлен' : 'Тариф создан');
      onClose();
    },
  });
  return (
    <FormDialog
      title={plan ? `Тариф ${quoted(plan.display_name)}` : 'Новый тариф'}
      submit={plan ? 'Сохранить' : 'Создать'}
      isBusy={formik.isSubmitting}
      form={form}
      wide
      onClose={onClose}
    >
      <div className="form-grid">
        <TextField
          label="Код латиницей"
          required
          disabled={plan?.name === FREE_PLAN}
          autoFocus={!plan}
          {...bind('name')}
        />
        <TextField label="Название" required autoFocus={Boolean(plan)} {...bind('display_name')} />
        <TextField label="Описание" multiline className="form-wide" {...bind('description')} />
        <TextField label="Цена за месяц, ₽" required slotProps={numeric} {...bind('price_monthly')} />
        <TextField label="Цена за год, ₽" slotProps={numeric} {...bind('price_yearly')} />
        <TextField label="Скидка, %" slotProps={numeric} {...bind('discount_percent')} />
        <TextField label="Заведений" slotProps={numeric} {...bind('max_instances')} />
        <TextField label="Сотрудников в заведении" slotProps={numeric} {...bind('max_users_per_instance')} />
        <TextField label="Место, МБ" slotProps={numeric} {...bind('max_storage_mb')} />
        <TextField label="Память заведения, МБ" placeholder="Как у всех" slotProps={share} {...bind('max_memory_mb')} />
        <TextField
          label="Процессор заведения, % ядра"
          placeholder="Как у всех"
          slotProps={share}
          {...bind('max_cpu_percent')}
        />
        <TextField label="Процессов заведения" placeholder="Как у всех" slotProps={share} {...bind('max_tasks')} />
      </div>
      <FeatureList
        features={formik.values.features}
        onChange={(features) => void formik.setFieldValue('features', features)}
      />
      <FormControlLabel control={<Checkbox {...bindCheckbox('is_active')} />} label="Действует" />
      <FormControlLabel control={<Checkbox {...bindCheckbox('is_public')} />} label="Показывать на главной" />
      <FormControlLabel control={<Checkbox {...bindCheckbox('is_featured')} />} label="Выделить" />
    </FormDialog>
  );
}
