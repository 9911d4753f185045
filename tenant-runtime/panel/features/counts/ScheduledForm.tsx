import { Button, Drawer, Group, Input, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import type { ScheduledCount } from '@ostatok/tenant-runtime/contract/scheduled-counts.endpoints.ts';
import { MISSED_AFTER_MIN, scheduledCountSchema } from '@ostatok/tenant-runtime/contract/scheduled-counts.ts';
import toast from 'react-hot-toast';
import { messageOf } from '../../client/api.ts';
import { toFieldNumber, toFieldText } from '../../forms/quantity-input.ts';
import { useFormWithToasts } from '../../forms/use-form-with-toasts.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Toggles } from '../../ui/Toggles.tsx';
import { useUsers } from '../../users/use-users.ts';
import { useSettings } from '../../venue/settings.ts';
import { AreasField, type DraftArea } from './AreasField.tsx';
import { CountOptions } from './CountOptions.tsx';
import { type DraftScope, ScopeField } from './ScopeField.tsx';
import { useRemoveScheduledCount, useSetScheduledCount, WEEKDAYS } from './scheduled.ts';

interface Values extends DraftScope {
  title: string;
  weekdays: string[];
  time: string;
  missedAfterMin: string;
  userIds: string[];
  spot: boolean;
  blind: boolean;
  recountThreshold: string;
  areas: DraftArea[];
  active: boolean;
}

const payloadOf = ({ itemIds, weekdays, missedAfterMin, userIds, recountThreshold, areas, ...rest }: Values) => ({
  ...rest,
  weekdays: weekdays.map(Number),
  missedAfterMin: Number(missedAfterMin),
  userIds: userIds.map(Number),
  recountThreshold: toFieldNumber(recountThreshold),
  areas: areas.filter(({ name }) => name.trim() !== '').map(({ name, userId }) => ({ name, userId })),
});

const hours = [
  { value: '30', label: 'полчаса' },
  { value: '60', label: 'час' },
  { value: '120', label: '2 часа' },
  { value: '180', label: '3 часа' },
  { value: '360', label: '6 часов' },
  { value: '720', label: '12 часов' },
];

const toggled = (list: readonly string[], one: string): string[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

function initialOf(scheduled: ScheduledCount): Values {
  const { weekdays, missedAfterMin, userIds, recountThreshold, areas, nextAt, last, id, ...rest } = scheduled;
  return {
    ...rest,
    itemIds: [],
    weekdays: weekdays.map(String),
    missedAfterMin: String(missedAfterMin),
    userIds: userIds.map(String),
    recountThreshold: toFieldText(recountThreshold),
    areas: areas.map((area) => ({ key: crypto.randomUUID(), ...area })),
  };
}

interface FormProps {
  id: number | undefined;
  initial: Values;
  onClose: () => void;
}

function Form({ id, initial, onClose }: FormProps) {
  const set = useSetScheduledCount(id);
  const remove = useRemoveScheduledCount(id);
  const { data: users = [] } = useUsers(true);
  const { formik, form, bind, bindCheckbox, bindList } = useFormWithToasts({
    schema: scheduledCountSchema,
    initialValues: initial,
    payloadOf,
    async onSubmit(payload) {
      await set.mutateAsync(scheduledCountSchema.cast(payload));
      onClose();
    },
  });
  const { values } = formik;
  const errors: Record<string, unknown> = formik.errors;
  const textOf = (error: unknown): string | undefined => (typeof error === 'string' ? error : undefined);
  const toggle = (field: 'weekdays' | 'userIds', one: string): void =>
    void formik.setFieldValue(field, toggled(values[field], one).toSorted());
  const lateness = hours.some(({ value }) => value === values.missedAfterMin)
    ? hours
    : [...hours, { value: values.missedAfterMin, label: `${values.missedAfterMin} мин` }];

  return (
    <form {...form}>
      <Stack gap="lg">
        <TextInput label="Название" placeholder="Ночной пересчёт" autoComplete="off" {...bind('title')} />
        <Input.Wrapper size="md" label="Дни" labelElement="div" error={textOf(errors.weekdays)}>
          <Toggles
            label="Дни"
            values={values.weekdays}
            options={WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }))}
            onToggle={(day) => toggle('weekdays', day)}
          />
        </Input.Wrapper>
        <TextInput type="time" label="Время" {...bind('time')} />
        <Input.Wrapper size="md" label="Кому напомнить в чате" description="Никто не отмечен — всем" labelElement="div">
          <Toggles
            label="Кому напомнить в чате"
            values={values.userIds}
            options={users.map((user) => ({ value: String(user.id), label: user.name || user.username }))}
            onToggle={(user) => toggle('userIds', user)}
          />
        </Input.Wrapper>
        <NativeSelect
          size="md"
          label="Если не начали, написать администратору через"
          data={lateness}
          {...bind('missedAfterMin')}
        />
        <ScopeField
          value={values}
          scopes={['all', 'categories']}
          onChange={(scope) => void formik.setValues({ ...values, ...scope })}
          error={textOf(errors._)}
        />
        <CountOptions
          spot={bindCheckbox('spot')}
          blind={bindCheckbox('blind')}
          recountThreshold={bind('recountThreshold')}
        />
        <AreasField {...bindList('areas')} />
        {id !== undefined && (
          <Switch size="md" label="Напоминать" description="Выключите на время отпуска" {...bindCheckbox('active')} />
        )}
        <Button type="submit" size="lg" loading={formik.isSubmitting}>
          Сохранить
        </Button>
        {id !== undefined && (
          <Group justify="flex-start">
            <ConfirmButton
              label="Убрать из расписания"
              question="Больше не напоминать?"
              confirm="Убрать"
              isBusy={remove.isPending}
              onConfirm={() =>
                remove.mutate(undefined, { onSuccess: onClose, onError: (error) => toast.error(messageOf(error)) })
              }
            />
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** Schedules a count, or changes the one that is given. */
export function ScheduledForm({ scheduled, onClose }: { scheduled: ScheduledCount | null; onClose: () => void }) {
  const { data: settings, isError } = useSettings();
  const fresh = (): Values => ({
    title: '',
    weekdays: [],
    time: '23:30',
    missedAfterMin: String(MISSED_AFTER_MIN),
    userIds: [],
    scope: 'all',
    categories: [],
    itemIds: [],
    spot: false,
    blind: settings?.blindCounts ?? false,
    recountThreshold: toFieldText(settings?.recountThreshold),
    areas: (settings?.areas ?? []).map((name) => ({ key: crypto.randomUUID(), name, userId: null })),
    active: true,
  });
  return (
    <Drawer opened onClose={onClose} title={scheduled ? scheduled.title : 'Подсчёт по расписанию'}>
      {(settings || isError) && (
        <Form id={scheduled?.id} initial={scheduled ? initialOf(scheduled) : fresh()} onClose={onClose} />
      )}
    </Drawer>
  );
}
