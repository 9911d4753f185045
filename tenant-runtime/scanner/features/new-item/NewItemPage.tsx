import { newId } from '@ostatok/kit/web/new-id.ts';
import { readMark } from '@ostatok/tenant-runtime/contract/read-mark.ts';
import { type FormEvent, useState } from 'react';
import toast from 'react-hot-toast';
import { useCategories } from '../../catalogue/use-categories.ts';
import { diskMessage } from '../../client/api.ts';
import { timeNow } from '../../client/clock.ts';
import { useKeyboardWedge } from '../../keyboard/use-keyboard-wedge.ts';
import type { Screen } from '../../navigation/screen.ts';
import { screens } from '../../navigation/screen.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useQueue, useWorkspace } from '../../workspace/workspace.ts';
import { checkForm, formOf, itemOf, type NewItemForm } from './form.ts';
import { forgetForm, keepForm, lastForm } from './form-draft.ts';
import classes from './NewItem.module.css';
import { type Unit, units } from './units.ts';

type NewScreen = Extract<Screen, { name: 'new' }>;

/** Fills the form: a refused item that is being corrected starts with what was typed. */
function useInitial({ ean = '', alias, instead }: NewScreen): { form: NewItemForm; key: string | undefined } {
  const { user } = useWorkspace();
  const { kept } = useQueue();
  const refused = kept.find(({ seq }) => seq === instead);
  if (refused?.operation.kind !== 'item') return { form: lastForm(user.id, ean) ?? formOf(ean, alias), key: undefined };
  const { item } = refused.operation;
  const form = formOf(item.ean ?? '', { ...item, description: item.name });
  return { form: { ...form, unit: item.unit }, key: refused.id };
}

const scannedOf = ({ ean, product }: NewItemForm, mark: string | undefined) => ({
  ...(ean && { ean }),
  pack: product?.pack ?? 1,
  ...(mark !== undefined && { mark }),
});

export function NewItemPage({ screen }: { screen: NewScreen }) {
  const { queue, user } = useWorkspace();
  const initial = useInitial(screen);
  const [form, setForm] = useState(initial.form);
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const categories = useCategories();
  const errors = checked ? checkForm(form) : {};
  const set = (next: Partial<NewItemForm>): void => {
    const changed = { ...form, ...next };
    setForm(changed);
    if (initial.key === undefined) keepForm(user.id, changed);
  };
  useKeyboardWedge({
    onCode: (code) => {
      const mark = readMark(code);
      if (!mark || mark.kind === 'gs1') set({ ean: mark?.ean ?? code, product: undefined });
    },
  });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setChecked(true);
    if (Object.keys(checkForm(form)).length > 0) return;
    setBusy(true);
    const item = itemOf(form);
    // A corrected item keeps its key, because queued records refer to it.
    const key = initial.key ?? newId();
    const said = { id: key, at: timeNow(), itemName: item.name, unit: item.unit };
    try {
      await queue.add(said, { kind: 'item', item }, screen.instead);
      // A stamp has no barcode by which the item would be found.
      if (screen.mark !== undefined && !form.ean) {
        await queue.add({ ...said, id: newId() }, { kind: 'mark', ref: { itemKey: key }, mark: screen.mark });
      }
    } catch (error) {
      setBusy(false);
      toast.error(diskMessage(error), { duration: 8000 });
      return;
    }
    forgetForm();
    screens.replace({
      name: 'item',
      itemKey: key,
      ...((form.ean || screen.mark) && { scanned: scannedOf(form, screen.mark) }),
    });
  }

  return (
    <Page title="Новая позиция" onBack={screens.back}>
      {screen.alias && <Notice>Название найдено в общем каталоге. Проверьте и сохраните</Notice>}
      <form className={classes.form} onSubmit={submit} noValidate>
        <Field
          label="Название"
          value={form.name}
          error={errors.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <fieldset className={classes.units}>
          <legend>Единица</legend>
          {units.map(({ unit, label }: { unit: Unit; label: string }) => (
            <Button key={unit} aria-pressed={form.unit === unit} onClick={() => set({ unit })}>
              {label}
            </Button>
          ))}
        </fieldset>
        {form.unit !== 'кг' && (
          <Field
            label="Объём бутылки, мл"
            hint="Например, 700. Можно оставить пустым"
            inputMode="numeric"
            value={form.volume}
            error={errors.volume}
            onChange={(event) => set({ volume: event.currentTarget.value.trim() })}
          />
        )}
        <Field
          label="Категория"
          list="categories"
          value={form.category}
          onChange={(event) => set({ category: event.currentTarget.value })}
        />
        <datalist id="categories">
          {categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        {form.ean && <p className={classes.code}>Штрихкод {form.ean}</p>}
        <Button type="submit" look="primary" big busy={busy}>
          Сохранить и указать остаток
        </Button>
      </form>
    </Page>
  );
}
