import { ActionIcon, Button, TextInput } from '@mantine/core';
import { MAX_CODES } from '@ostatok/tenant-runtime/contract/items.ts';
import { Plus, X } from 'lucide-react';
import { useWaitingCodes } from '../../../stock/attached-codes.ts';
import classes from './ItemForm.module.css';
import type { ItemFormik } from './item-values.ts';

/** The barcodes besides the main one: another bottler's, or a case with several bottles in it. */
export function CodesField({ form }: { form: ItemFormik }) {
  const { codes } = form.values;
  const errors = form.errors as Record<string, string>;
  const { data: waiting } = useWaitingCodes();
  const byWhom = (ean: string): string | undefined => waiting?.codes.find((code) => code.ean === ean)?.user.name;
  const put = (next: typeof codes): void => void form.setFieldValue('codes', next);
  const change = (at: number, part: Partial<(typeof codes)[number]>): void =>
    put(codes.map((code, index) => (index === at ? { ...code, ...part } : code)));
  return (
    <>
      {codes.map((code, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the form has no other name
        <div key={at} className={classes.code}>
          <TextInput
            label={`Ещё штрихкод ${at + 1}`}
            description={byWhom(code.ean) && `Не подтверждён, сотрудник: ${byWhom(code.ean)}`}
            inputMode="numeric"
            autoComplete="off"
            value={code.ean}
            onChange={(event) => change(at, { ean: event.currentTarget.value })}
            error={errors[`codes[${at}].ean`]}
          />
          <TextInput
            label="Штук в нём"
            inputMode="numeric"
            autoComplete="off"
            value={code.pack}
            onChange={(event) => change(at, { pack: event.currentTarget.value })}
            error={errors[`codes[${at}].pack`]}
          />
          <ActionIcon
            aria-label={`Убрать штрихкод ${code.ean || at + 1}`}
            onClick={() => put(codes.filter((_, index) => index !== at))}
          >
            <X size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {errors.codes && (
        <span className={classes.error} role="alert">
          {errors.codes}
        </span>
      )}
      {codes.length < MAX_CODES && (
        <Button
          variant="subtle"
          size="sm"
          className={classes.more}
          leftSection={<Plus size={18} aria-hidden />}
          onClick={() => put([...codes, { ean: '', pack: '1' }])}
        >
          Ещё штрихкод
        </Button>
      )}
    </>
  );
}
