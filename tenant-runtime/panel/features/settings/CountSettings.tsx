import { ActionIcon, Button, Stack, Switch, TextInput } from '@mantine/core';
import { type Settings, settingsSchema } from '@ostatok/tenant-runtime/contract/settings.ts';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { InlineFailure } from '../../client/InlineFailure.tsx';
import { objections } from '../../forms/form.ts';
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

function Areas({ areas, onChange }: { areas: readonly Area[]; onChange: (areas: Area[]) => void }) {
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
    </fieldset>
  );
}

function Form({ settings }: { settings: Settings }) {
  const { mutate, isPending } = useSaveSettings();
  const [areas, setAreas] = useState<Area[]>(() => settings.areas.map((name) => ({ key: crypto.randomUUID(), name })));
  const [blind, setBlind] = useState(settings.blindCounts);
  const [threshold, setThreshold] = useState(toFieldText(settings.recountThreshold));
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const changed = {
      areas: areas.map(({ name }) => name.trim()).filter(Boolean),
      blindCounts: blind,
      recountThreshold: toFieldNumber(threshold),
    };
    const [objection] = Object.values(objections(settingsSchema, changed));
    setError(objection ?? null);
    if (!objection) mutate(changed, { onSuccess: () => toast.success('Сохранено') });
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Areas areas={areas} onChange={setAreas} />
        <Switch
          size="md"
          label="Считать вслепую"
          description="Сотрудник не видит, сколько должно быть. Для каждого подсчёта это можно изменить"
          checked={blind}
          onChange={(event) => setBlind(event.currentTarget.checked)}
        />
        <TextInput
          label="Порог пересчёта"
          description="Разницу больше этой предложим пересчитать. Пусто — не предлагать"
          placeholder="0,5"
          inputMode="decimal"
          autoComplete="off"
          value={threshold}
          onChange={(event) => setThreshold(event.currentTarget.value)}
          error={error}
          maw={320}
        />
        <Button type="submit" className={classes.start} loading={isPending}>
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
