import { MenuItem, TextField } from '@mui/material';
import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { extendSchema, grantTemporarySchema, setPlanSchema } from '@ostatok/api/contract/subscriptions.ts';
import type { FormikValues } from 'formik';
import { type ComponentProps, useState } from 'react';
import type { AnyObject, InferType, ObjectSchema } from 'yup';
import { api } from '../http-client.ts';
import { withIdempotencyKey } from '../idempotency.ts';
import { priceText } from '../plans/texts.ts';
import { act, outcomeOf } from '../ui/act.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { dateText } from '../ui/texts.ts';
import { useForm } from '../ui/use-form.ts';
import { DaysField } from './DaysField.tsx';
import { choosable, usePlans } from './queries.ts';
import { daysText } from './texts.ts';

type Extension = InferType<typeof extendSchema>;
type Grant = InferType<typeof grantTemporarySchema>;
type ChosenPlan = InferType<typeof setPlanSchema>;

export interface SubscriptionDialogProps {
  users: SubscriptionUser[];
  onClose: () => void;
}

interface Changed {
  done_before: string | null;
}

interface Sending<Values> extends SubscriptionDialogProps {
  schema: ObjectSchema<AnyObject>;
  initialValues: Values;
  /** Values may be texts, which the platform reads. */
  send: (userId: number, values: Values, headers: Record<string, string>) => Promise<Changed>;
  done: (values: Values) => string;
  failed: string;
}

/** A form whose values are sent for every selected user; sent again, for those whom it has failed for. */
function useSending<Values extends FormikValues>({
  users,
  onClose,
  schema,
  initialValues,
  send,
  done,
  failed,
}: Sending<Values>) {
  const [left, setLeft] = useState(users);
  const parts = useForm<Values>({
    schema,
    initialValues,
    async onSubmit(values) {
      const resources = ['subscriptions', 'users'] as const;
      const call = ({ id }: SubscriptionUser) =>
        withIdempotencyKey([failed, id, values], (headers) => send(id, values, headers));
      const texts = { done: done(values), failed };
      const doneBefore = ({ done_before }: Changed): string | null => done_before;
      if (await act({ rows: left, call, doneBefore, ...texts, resources: [...resources] })) onClose();
      else setLeft(left.filter((user) => outcomeOf(user) !== 'done'));
    },
  });
  return { ...parts, left };
}

const whose = (users: SubscriptionUser[]): string =>
  users.length === 1 ? (users[0]?.email ?? '') : `Пользователей: ${users.length.toLocaleString('ru-RU')}`;

function PlanField({ users, field }: { users: SubscriptionUser[]; field: ComponentProps<typeof TextField> }) {
  const { data: plans = [], error } = usePlans();
  const notLoaded = error && plans.length === 0 && 'Тарифы не загрузились. Подождите или откройте снова';
  const current = users.length === 1 ? (users[0]?.plan_id ?? null) : null;
  return (
    <TextField select label="Тариф" {...field} helperText={field.helperText ?? notLoaded}>
      {choosable(plans, current).map(({ id, display_name, price_monthly }) => (
        <MenuItem key={id} value={id}>
          {display_name}, {priceText(price_monthly)}
        </MenuItem>
      ))}
    </TextField>
  );
}

export function ExtendDialog({ users, onClose }: SubscriptionDialogProps) {
  const { formik, bind, form, left } = useSending({
    users,
    onClose,
    schema: extendSchema,
    initialValues: { days: '30' as string | number },
    send: (userId, values, headers) =>
      api.call('POST /api/admin/subscriptions/:userId/extend', {
        params: { userId },
        body: values as Extension,
        headers,
      }),
    done: ({ days }) => `Подписка продлена на ${days} дней`,
    failed: 'Ошибка продления подписки',
  });
  const end = users.length === 1 ? users[0]?.current_period_end : null;
  return (
    <FormDialog title="Продлить подписку" submit="Продлить" isBusy={formik.isSubmitting} form={form} onClose={onClose}>
      <p>
        {whose(left)}
        {end && <span className="dim"> · сейчас до {dateText(end)}</span>}
      </p>
      <DaysField
        field={{ ...bind('days'), autoFocus: true }}
        onChoose={(days) => void formik.setFieldValue('days', days)}
      />
    </FormDialog>
  );
}

export function GrantDialog({ users, onClose }: SubscriptionDialogProps) {
  const { formik, bind, form, left } = useSending({
    users,
    onClose,
    schema: grantTemporarySchema,
    initialValues: { planId: '' as string | number, days: '14' as string | number },
    send: (userId, values, headers) =>
      api.call('POST /api/admin/subscriptions/:userId/grant-temporary', {
        params: { userId },
        body: values as Grant,
        headers,
      }),
    done: ({ days }) => `Временная подписка начислена на ${days} дней`,
    failed: 'Ошибка начисления временной подписки',
  });
  const days = Number(formik.values.days);
  return (
    <FormDialog
      title="Начислить временный тариф"
      submit="Начислить"
      isBusy={formik.isSubmitting}
      form={form}
      onClose={onClose}
    >
      <p>{whose(left)}</p>
      <PlanField users={users} field={bind('planId')} />
      <DaysField field={bind('days')} onChoose={(chosen) => void formik.setFieldValue('days', chosen)} />
      {Number.isInteger(days) && days > 0 && <p className="dim">Через {daysText(days)} вернётся прежний тариф.</p>}
    </FormDialog>
  );
}

export function ChangePlanDialog({ users, onClose }: SubscriptionDialogProps) {
  const { formik, bind, form, left } = useSending({
    users,
    onClose,
    schema: setPlanSchema,
    initialValues: { planId: '' as string | number },
    send: (userId, values, headers) =>
      api.call('POST /api/admin/users/:userId/change-plan', {
        params: { userId },
        body: values as ChosenPlan,
        headers,
      }),
    done: () => 'Тариф успешно изменен',
    failed: 'Ошибка смены тарифа',
  });
  return (
    <FormDialog title="Сменить тариф" submit="Сменить" isBusy={formik.isSubmitting} form={form} onClose={onClose}>
      <p>{whose(left)}</p>
      <PlanField users={users} field={bind('planId')} />
      <p className="dim">Конец периода останется прежним.</p>
    </FormDialog>
  );
}
