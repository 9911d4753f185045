import { TextField } from '@mui/material';
import { aliasFieldLabels } from '@ostatok/api/contract/alias-imports.ts';
import { EAN_MESSAGE } from '@ostatok/kit/contract/alias.ts';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import type { ComponentProps, ReactNode } from 'react';
import type { FieldName } from './texts.ts';

type Bind = (name: FieldName) => ComponentProps<typeof TextField>;

/** Describes the barcode while it is being typed. */
function eanHint(value: unknown): string {
  const typed = String(value ?? '').replace(/\D/g, '');
  if (typed.length < 8) return 'EAN-8, UPC-A или EAN-13';
  const gtin = toGtin13(String(value));
  return gtin ? `Контрольная цифра верна: ${gtin}` : EAN_MESSAGE;
}

const NUMBERS: Partial<Record<FieldName, string>> = {
  volume_ml: '1',
  weight_empty_g: 'any',
  weight_full_g: 'any',
  density_g_per_ml: '0.01',
  alcohol_percent: 'any',
};

function Field({ name, bind }: { name: FieldName; bind: Bind }) {
  const step = NUMBERS[name];
  return (
    <TextField
      label={aliasFieldLabels[name]}
      {...bind(name)}
      {...(step && { type: 'number', slotProps: { htmlInput: { step, min: 0, inputMode: 'decimal' } } })}
      // The mouse wheel over a number field should scroll the page.
      onWheel={({ target }) => (target as HTMLElement).blur()}
    />
  );
}

const FURTHER: FieldName[] = [
  'density_g_per_ml',
  'alcohol_percent',
  'brand',
  'category',
  'subcategory',
  'manufacturer',
  'country_origin',
];

/** The fields needed for weighing; the others are shown on demand. */
export function AliasFormFields({ bind, top }: { bind: Bind; top?: ReactNode }) {
  const ean = bind('ean');
  return (
    <>
      {top}
      <TextField
        label={aliasFieldLabels.ean}
        {...ean}
        helperText={ean.helperText || eanHint(ean.value)}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 20 }, formHelperText: { 'aria-live': 'polite' } }}
        autoFocus
      />
      <Field name="description" bind={bind} />
      <div className="field-pair">
        <Field name="volume_ml" bind={bind} />
        <Field name="weight_empty_g" bind={bind} />
        <Field name="weight_full_g" bind={bind} />
      </div>
      <details className="form-more">
        <summary>Ещё поля</summary>
        <div className="field-pair">
          {FURTHER.map((name) => (
            <Field key={name} name={name} bind={bind} />
          ))}
        </div>
      </details>
    </>
  );
}
