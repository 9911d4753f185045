import { ActionIcon, Button, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { type Settings, settingsSchema } from '@ostatok/tenant-runtime/contract/settings.ts';
import { Plus, X } from 'lucide-react';
import toast from 'react-hot-toast';
import { InlineFailure } from '../../client/InlineFailure.tsx';
import { toFieldNumber, toFieldText } from '../../forms/quantity-input.ts';
import { useAddedRow } from '../../forms/use-added-row.ts';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { useSaveSettings, useSettings } from '../../venue/settings.ts';
import { Section } from './Section.tsx';
import classes from './Settings.module.css';

interface Area {
  key: string;
  name: string;
}

interface AreasProps {
  value: readonly Area[];
  onChange: (areas: Area[]) => void;
  error: string | undefined;
}

function Areas({ value: areas, onChange, error }: AreasProps) {
  const row = useAddedRow();
  return (
    <fieldset className={classes.field}>
      <legend>Зоны, где считают</legend>
      {areas.map(({ key, name }, index) => (
        <div key={key} className={classes.row}>
          <TextInput
            className={classes.grow}
            aria-label={`Зона ${index + 1}`}
            placeholder="Барная стойка"
            autoComplete="off"
            autoFocus={row.isAdded(key)}
            value={name}
            onChange={(event) => {
              const next = event.currentTarget.value;
              onChange(areas.map((area) => (area.key === key ? { key, name: next } : area)));
            }}
          />
          <ActionIcon
            aria-label={`Убрать: ${name || `зона ${index + 1}`}`}
            onClick={() => {
              onChange(areas.filter((area) => area.key !== key));
              row.focusButton();
            }}
          >
            <X size={20} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Button
        ref={row.button}
        variant="default"
        className={classes.start}
        leftSection={<Plus size={20} aria-hidden />}
        onClick={() => onChange([...areas, { key: row.newKey(), name: '' }])}
      >
        Добавить зону
      </Button>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}

const valuesOf = ({ areas, blindCounts, recountThreshold }: Settings) => ({
  areas: areas.map((name): Area => ({ key: crypto.randomUUID(), name })),
  blindCounts,
  recountThreshold: toFieldText(recountThreshold),
});
const payloadOf = ({ areas, blindCounts, recountThreshold }: ReturnType<typeof valuesOf>) => ({
  areas: areas.map(({ name }) => name.trim()).filter(Boolean),
  blindCounts,
  recountThreshold: toFieldNumber(recountThreshold),
});

function Form({ settings }: { settings: Settings }) {
  const { mutateAsync } = useSaveSettings();
  const { formik, form, bind, bindCheckbox, bindList } = useForm({
    schema: settingsSchema,
    initialValues: valuesOf(settings),
    payloadOf,
    async onSubmit(changed) {
      await mutateAsync(changed);
      toast.success('Сохранено');
    },
  });

  return (
    <form {...form}>
      <Stack>
        <Areas {...bindList('areas')} />
        <Switch
          size="md"
          label="Считать вслепую"
          description="Сотрудник не видит, сколько должно быть. Для каждого подсчёта это можно изменить"
          {...bindCheckbox('blindCounts')}
        />
        <TextInput
          label="Порог пересчёта"
          description="Разницу больше этой предложим пересчитать. Пусто — не предлагать"
          placeholder="0,5"
          inputMode="decimal"
          autoComplete="off"
          {...bind('recountThreshold')}
          maw={320}
        />
        <Button type="submit" className={classes.start} loading={formik.isSubmitting}>
          Сохранить
        </Button>
      </Stack>
    </form>
  );
}

export function CountSettings() {
  const { data: settings, error, refetch } = useSettings();
  return (
    <Section id="counts" title="Подсчёты" text="Предложим это, когда вы начнёте новый подсчёт">
      {error && !settings && <InlineFailure error={error} onRetry={() => void refetch()} />}
      {!settings && !error && <ListSkeleton rows={3} />}
      {settings && <Form settings={settings} />}
    </Section>
  );
}
