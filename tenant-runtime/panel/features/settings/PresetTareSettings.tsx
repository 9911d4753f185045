import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { MAX_PRESET_TARES, type Settings, settingsSchema } from '@ostatok/tenant-runtime/contract/settings.ts';
import { Plus, Weight, X } from 'lucide-react';
import toast from 'react-hot-toast';
import { toFieldNumber, toFieldText } from '../../forms/quantity-input.ts';
import { useAddedRow } from '../../forms/use-added-row.ts';
import { isLive } from '../../scales/weight.ts';
import { useNow } from '../../timing/use-now.ts';
import { useSaveSettings, useSettings } from '../../venue/settings.ts';
import { useLive } from '../../workspace/workspace.ts';
import classes from './Settings.module.css';

interface Tare {
  key: string;
  name: string;
  grams: string;
}

/** The settled weight on the scale as the text of a field; undefined while there is none. */
function useWeightText(): string | undefined {
  const { reading } = useLive();
  const now = useNow(2_000);
  if (!reading?.stable || !isLive(reading, now) || reading.weightG <= 0) return undefined;
  return toFieldText(Math.round(reading.weightG * 10) / 10);
}

interface RowProps {
  tare: Tare;
  index: number;
  isAdded: boolean;
  /** undefined while no scale shows a settled weight. */
  weightText: string | undefined;
  onChange: (tare: Tare) => void;
  onRemove: () => void;
}

function Row({ tare, index, isAdded, weightText, onChange, onRemove }: RowProps) {
  const called = tare.name || `насадка ${index + 1}`;
  return (
    <div className={classes.tare}>
      <TextInput
        aria-label={`Насадка ${index + 1}`}
        placeholder="Гейзер"
        maxLength={30}
        autoComplete="off"
        autoFocus={isAdded}
        value={tare.name}
        onChange={(event) => onChange({ ...tare, name: event.currentTarget.value })}
      />
      <ActionIcon aria-label={`Убрать: ${called}`} onClick={onRemove}>
        <X size={20} aria-hidden />
      </ActionIcon>
      <div className={classes.tareWeight}>
        <TextInput
          className={classes.tareGrams}
          aria-label={`Вес: ${called}`}
          placeholder="32"
          inputMode="decimal"
          autoComplete="off"
          rightSection="г"
          value={tare.grams}
          onChange={(event) => onChange({ ...tare, grams: event.currentTarget.value })}
        />
        {weightText !== undefined && (
          <Button
            variant="light"
            aria-label={`Взвесить: ${called}`}
            leftSection={<Weight size={20} aria-hidden />}
            onClick={() => onChange({ ...tare, grams: weightText })}
          >
            Взвесить
          </Button>
        )}
      </div>
    </div>
  );
}

interface RowsProps {
  value: readonly Tare[];
  onChange: (tares: Tare[]) => void;
  error: string | undefined;
}

function Rows({ value: tares, onChange, error }: RowsProps) {
  const row = useAddedRow();
  const weightText = useWeightText();
  return (
    <fieldset className={classes.field}>
      <legend>Что стоит на бутылках</legend>
      <p className={classes.text}>Гейзер или пробка весят до 40 г. При взвешивании выберите их, и мы вычтем этот вес</p>
      {tares.map((tare, index) => (
        <Row
          key={tare.key}
          tare={tare}
          index={index}
          isAdded={row.isAdded(tare.key)}
          weightText={weightText}
          onChange={(next) => onChange(tares.map((one) => (one.key === next.key ? next : one)))}
          onRemove={() => {
            onChange(tares.filter(({ key }) => key !== tare.key));
            row.focusButton();
          }}
        />
      ))}
      <Button
        ref={row.button}
        variant="default"
        className={classes.start}
        leftSection={<Plus size={20} aria-hidden />}
        disabled={tares.length >= MAX_PRESET_TARES}
        onClick={() => onChange([...tares, { key: row.newKey(), name: '', grams: '' }])}
      >
        Добавить насадку
      </Button>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </fieldset>
  );
}

const valuesOf = ({ presetTares }: Settings) => ({
  presetTares: presetTares.map(
    ({ name, grams }): Tare => ({ key: crypto.randomUUID(), name, grams: toFieldText(grams) }),
  ),
});
/** A row with neither name nor weight was added by mistake. */
const payloadOf = ({ presetTares }: ReturnType<typeof valuesOf>) => ({
  presetTares: presetTares
    .filter(({ name, grams }) => name.trim() !== '' || grams.trim() !== '')
    .map(({ name, grams }) => ({ name: name.trim(), grams: toFieldNumber(grams) ?? Number.NaN })),
});

function Form({ settings }: { settings: Settings }) {
  const { mutateAsync } = useSaveSettings();
  const { formik, form, bindList } = useForm({
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
        <Rows {...bindList('presetTares')} />
        {(formik.dirty || formik.values.presetTares.length > 0) && (
          <Button type="submit" className={classes.start} loading={formik.isSubmitting}>
            Сохранить насадки
          </Button>
        )}
      </Stack>
    </form>
  );
}

/** The list of what stands on the venue's bottles while they are weighed. */
export function PresetTareSettings() {
  const { data: settings } = useSettings();
  return settings && <Form settings={settings} />;
}
