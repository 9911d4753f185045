import { TextInput } from '@mantine/core';
import { formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { PriceReading } from '@ostatok/tenant-runtime/contract/imports.ts';
import type { Unit } from '@ostatok/tenant-runtime/contract/items.ts';
import { toFieldNumber } from '../../../forms/quantity-input.ts';
import { Choice } from '../../../ui/Choice.tsx';
import classes from './ItemForm.module.css';
import { bottleOf, costOf, isOfBottle, priceShown } from './item-price.ts';
import type { ItemFormik } from './item-values.ts';

/** The price of a 0.7 l bottle differs from that of a litre, so the label says which one is meant. */
const labels: Record<Unit, string> = {
  л: 'Цена за литр, ₽',
  кг: 'Цена за килограмм, ₽',
  шт: 'Цена за штуку, ₽',
};
const readings: { value: PriceReading; label: string }[] = [
  { value: 'bottle', label: 'За бутылку' },
  { value: 'unit', label: 'За литр' },
];

interface PriceFieldProps {
  form: ItemFormik;
  /** The item's quantity; null when it is hidden. */
  stock: number | null;
}

/** The other price and the value of the stock: «Бутылка 0,7 л — 1 470 ₽. Остаток 4,2 л — на 8 820 ₽». */
function meaningOf({ values }: ItemFormik, stock: number | null): string {
  const cost = costOf(values);
  if (cost === null || Number.isNaN(cost)) return '';
  const bottle = bottleOf(values);
  const other = isOfBottle(values)
    ? `Литр — ${formatMoney(cost)}`
    : bottle === null
      ? ''
      : `Бутылка ${formatQuantity(bottle, 'л')} — ${formatMoney(Math.round(cost * bottle * 100) / 100)}`;
  const worth = stock
    ? `Остаток ${formatQuantity(stock, values.unit)} — на ${formatMoney(Math.round(stock * cost))}`
    : '';
  return [other, worth].filter(Boolean).join('. ');
}

/** Edits the price of one bottle or one unit and shows beside it the other price and the value of the stock. */
export function PriceField({ form, stock }: PriceFieldProps) {
  const { values } = form;
  const ofBottle = isOfBottle(values);
  const noVolume = ofBottle && bottleOf(values) === null;
  const typed = values.keptCost === null && values.cost.trim() !== '';
  const error = form.submitCount > 0 || form.touched.cost ? form.errors.cost : undefined;
  const known = stock ?? toFieldNumber(values.quantity);
  return (
    <div className={classes.price}>
      <TextInput
        label={ofBottle ? 'Цена за бутылку, ₽' : labels[values.unit]}
        inputMode="decimal"
        autoComplete="off"
        name="cost"
        value={priceShown(values)}
        onBlur={form.handleBlur}
        onChange={({ currentTarget: { value } }) => void form.setValues({ ...values, cost: value, keptCost: null })}
        error={noVolume && typed ? 'Укажите ниже объём бутылки' : error}
      />
      {values.unit === 'л' && (
        <Choice
          label="За что цена"
          value={values.costOf}
          options={readings}
          onChange={(value) => void form.setFieldValue('costOf', value)}
        />
      )}
      <output className={classes.meaning} aria-live="polite">
        {meaningOf(form, known)}
      </output>
    </div>
  );
}
