import { TextField } from '@mui/material';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { productCodeSchema } from '@ostatok/api/contract/catalogue.ts';
import { packText } from '@ostatok/api/contract/labels.ts';
import { toGtin } from '@ostatok/kit/names/barcode.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../http-client.ts';
import { changed } from '../live/invalidation.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastDone, toastFailed } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';
import { revertTo } from './revert.ts';

/** What the catalogue has under a whole code; null for a code that it has not. */
function useKnown(typed: string) {
  const ean = toGtin(typed);
  return useQuery({
    queryKey: ['aliases', 'code', ean],
    queryFn: ean
      ? async ({ signal }) => {
          const { data } = await api.call('GET /api/admin/aliases', { query: { search: ean, limit: 1 }, signal });
          return data.find((alias) => alias.ean === ean) ?? null;
        }
      : skipToken,
  });
}

function hintOf(known: Alias | null | undefined): string {
  if (known === undefined) return 'Код бутылки или ящика: 8, 12, 13 или 14 цифр';
  if (known === null) return 'Такого кода в каталоге нет: он добавится';
  if (known.product_ean !== null) return `Это код товара ${known.product_ean} «${known.description}»`;
  return `В каталоге это «${known.description}»: станет кодом этого товара`;
}

const DEFAULTS = { ean: '', pack: 1 };

/** Gives a product one more code: a new one, or an alias that the catalogue has, whose name is shown first. */
export function CodeDialog({ product, onClose }: { product: Alias; onClose: () => void }) {
  const { formik, bind, form } = useForm({
    schema: productCodeSchema,
    initialValues: DEFAULTS,
    async onSubmit(values) {
      const { ean, pack } = productCodeSchema.cast(values);
      const body = { ean, pack, ...(known && { revision: known.revision }) };
      try {
        const { alias } = await api.call('POST /api/admin/aliases/:id/codes', { params: { id: product.id }, body });
        const undo = known ? () => void revertTo(known) : undefined;
        toastDone(`Код добавлен: ${packText(alias.pack)}`, undo);
        onClose();
      } catch (error) {
        toastFailed('Ошибка добавления кода', error);
        throw error;
      } finally {
        changed('aliases');
      }
    },
  });
  const { data: known } = useKnown(String(formik.values.ean));
  const ean = bind('ean');
  return (
    <FormDialog
      title="Ещё один код товара"
      submit="Добавить"
      isBusy={formik.isSubmitting}
      form={form}
      onClose={onClose}
    >
      <p>{product.description}</p>
      <TextField
        label="Штрихкод"
        {...ean}
        helperText={ean.helperText || hintOf(known)}
        slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 20 }, formHelperText: { 'aria-live': 'polite' } }}
        autoFocus
      />
      <TextField
        label="В упаковке, бутылок"
        {...bind('pack')}
        type="number"
        slotProps={{ htmlInput: { step: 1, min: 1, inputMode: 'numeric' } }}
        onWheel={({ target }) => (target as HTMLElement).blur()}
      />
    </FormDialog>
  );
}
