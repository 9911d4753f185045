import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { quoted } from '@ostatok/kit/web/format.ts';
import { useSchemaForm } from '@ostatok/kit/web/use-schema-form.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { createItemSchema, groups, updateItemSchema } from '@ostatok/tenant-runtime/contract/items.ts';
import { type Doubt, doubtOf } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../../client/api.ts';
import { toFieldText } from '../../../forms/quantity-input.ts';
import { Doubted } from '../../../ui/Doubted.tsx';
import { groupLabels } from '../../../ui/words.ts';
import { useWorkspace } from '../../../workspace/workspace.ts';
import { CategoryField } from '../CategoryField.tsx';
import { CodesField } from './CodesField.tsx';
import classes from './ItemForm.module.css';
import { changesOf, payloadOf, valuesOf } from './item-form.ts';
import type { ItemFormik, ItemValues } from './item-values.ts';
import { PriceField } from './PriceField.tsx';
import { WeighingNeeds } from './WeighingNeeds.tsx';

const groupChoices = groups.map((value) => ({ value, label: groupLabels[value] }));
const groupOfNew = [{ value: '', label: 'Определить самим' }, ...groupChoices];

/** What another unit has made of the item takes longer to read. */
const NOTES_MS = 15_000;

interface FieldProps {
  form: ItemFormik;
  name: Exclude<keyof ItemValues, 'codes' | 'cost' | 'keptCost' | 'costOf'>;
  label: string;
  hint?: string;
  numeric?: boolean;
  /** Focused when the form opens. */
  first?: boolean;
}

/** Numbers are text fields with a decimal keyboard, so that no spinner or scroll wheel changes them. */
function Field({ form, name, label, hint, numeric, first }: FieldProps) {
  return (
    <TextInput
      label={label}
      description={hint}
      inputMode={numeric ? 'decimal' : undefined}
      autoComplete="off"
      data-autofocus={first || undefined}
      {...form.getFieldProps(name)}
      error={form.submitCount > 0 || form.touched[name] ? form.errors[name] : undefined}
    />
  );
}

function MainFields({ form, item }: { form: ItemFormik; item: ShownItem | null }) {
  const isNew = item === null;
  return (
    <>
      <Field form={form} name="name" label="Название" first={isNew} />
      <CategoryField
        label="Категория"
        {...form.getFieldProps('category')}
        onChange={(category) => void form.setFieldValue('category', category)}
        error={form.submitCount > 0 || form.touched.category ? form.errors.category : undefined}
      />
      <div className={classes.pair}>
        <NativeSelect
          size="md"
          label="Единица"
          data={['л', 'кг', 'шт']}
          {...form.getFieldProps('unit')}
          error={form.errors.unit}
        />
        <NativeSelect
          size="md"
          label="Группа отчёта"
          data={isNew ? groupOfNew : groupChoices}
          {...form.getFieldProps('group')}
        />
      </div>
      <div className={classes.pair}>
        {isNew && <Field form={form} name="quantity" label="Есть сейчас" numeric />}
        <Field form={form} name="expected" label="По учёту" numeric />
        <Field form={form} name="par" label="Норма, не меньше" numeric />
      </div>
      <PriceField form={form} stock={item?.quantity ?? null} />
    </>
  );
}

function BottleFields({ form }: { form: ItemFormik }) {
  return (
    <fieldset className={classes.group}>
      <legend>Поиск и взвешивание</legend>
      <Stack gap="sm">
        <div className={classes.pair}>
          <Field form={form} name="ean" label="Штрихкод" numeric />
          <Field form={form} name="article" label="Артикул" />
        </div>
        <CodesField form={form} />
        <div className={classes.pair}>
          <Field form={form} name="volume_ml" label="Объём бутылки, мл" numeric />
          <Field form={form} name="density_g_per_ml" label="Плотность, г/мл" numeric />
          <Field form={form} name="weight_empty_g" label="Вес пустой, г" numeric />
          <Field form={form} name="weight_full_g" label="Вес полной, г" numeric />
        </div>
      </Stack>
    </fieldset>
  );
}

/** Deleting asks for confirmation once, in place. */
function DeleteItem({ item, onDone }: { item: ShownItem; onDone: () => void }) {
  const { store } = useWorkspace();
  const [asked, setAsked] = useState(false);
  const [busy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await api.call('DELETE /api/items/:id', { params: { id: item.id } });
      store.apply([{ ...item, deleted: true }]);
      toast.success(`Удалено: ${item.name}`);
      onDone();
    } catch (error) {
      toast.error(messageOf(error));
      setBusy(false);
    }
  }

  if (!asked) {
    return (
      <Button variant="subtle" color="red" onClick={() => setAsked(true)}>
        Удалить позицию
      </Button>
    );
  }
  return (
    <div className={classes.confirm} role="alert">
      <Text>Удалить {quoted(item.name)}? Журнал её изменений сохранится.</Text>
      <Group>
        <Button color="red" loading={busy} onClick={remove}>
          Удалить
        </Button>
        <Button variant="default" onClick={() => setAsked(false)}>
          Оставить
        </Button>
      </Group>
    </div>
  );
}

function useItemForm(item: ShownItem | null, onDone: (saved: ShownItem) => void) {
  const { store } = useWorkspace();
  const [doubt, setDoubt] = useState<Doubt | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [opened] = useState(() => valuesOf(item));

  /** The first quantity of a new item may be a slip like any other amount. */
  function isDoubtful(values: ItemValues): boolean {
    const { quantity: first, par = null } = payloadOf(values, !item);
    if (first === undefined || values.confirmed === values.quantity) return false;
    const facts = { name: values.name.trim(), unit: values.unit, quantity: null, par, volume_ml: null };
    const found = doubtOf(facts, { first }) ?? null;
    setDoubt(found);
    return found !== null;
  }

  const { formik, form } = useSchemaForm({
    schema: item ? updateItemSchema : createItemSchema,
    initialValues: opened,
    payloadOf: (values) => (item ? changesOf(opened, values) : payloadOf(values, true)),
    checksEarly: true,
    async onSubmit(payload, values) {
      if (isDoubtful(values)) return;
      setRefusal(null);
      try {
        const answer = item
          ? await api.call('PUT /api/items/:id', { params: { id: item.id }, body: payload })
          : { ...(await api.call('POST /api/items', { body: payloadOf(values, true) })), notes: [] };
        store.apply([answer.item]);
        const done = item ? 'Сохранено' : `Добавлено: ${answer.item.name}`;
        toast.success([done, ...answer.notes].join('. '), answer.notes.length > 0 ? { duration: NOTES_MS } : {});
        onDone(answer.item);
      } catch (error) {
        setRefusal(messageOf(error));
        throw error;
      }
    },
  });

  /**
   * Handles the answer to the question: submits at once, with the typed quantity or with `instead`, the probable one.
   */
  function answer(confirmed: boolean, instead?: number): void {
    setDoubt(null);
    if (!confirmed) return;
    const quantity = instead === undefined ? formik.values.quantity : toFieldText(instead);
    void formik.setValues({ ...formik.values, quantity, confirmed: quantity }).then(formik.submitForm);
  }

  return { formik, form, refusal, doubt, answer };
}

interface ItemFormProps {
  item: ShownItem | null;
  onDone: (saved: ShownItem) => void;
  onDeleted: () => void;
  /** Reports whether leaving would lose unsaved input. */
  onDirty: (dirty: boolean) => void;
}

/** Edits an item's description; its quantity changes only through changes. */
export function ItemForm({ item, onDone, onDeleted, onDirty }: ItemFormProps) {
  const { formik, form, refusal, doubt, answer } = useItemForm(item, onDone);
  const reportDirty = useEffectEvent(onDirty);
  useEffect(() => {
    reportDirty(formik.dirty);
    return () => reportDirty(false);
  }, [formik.dirty]);
  return (
    <form {...form}>
      {doubt && <Doubted doubt={doubt} onConfirm={(instead) => answer(true, instead)} onBack={() => answer(false)} />}
      <Stack gap="sm" display={doubt ? 'none' : undefined}>
        {item && <WeighingNeeds item={item} />}
        <MainFields form={formik} item={item} />
        <BottleFields form={formik} />
        <div className={classes.submit}>
          {refusal && (
            <Text c="var(--mantine-color-error)" role="alert" mb="xs">
              {refusal}
            </Text>
          )}
          <Button type="submit" loading={formik.isSubmitting} fullWidth>
            {item ? 'Сохранить' : 'Добавить'}
          </Button>
        </div>
        {item && <DeleteItem item={item} onDone={onDeleted} />}
      </Stack>
    </form>
  );
}
