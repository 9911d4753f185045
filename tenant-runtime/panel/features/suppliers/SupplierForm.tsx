import { Button, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import type { Supplier } from '@ostatok/tenant-runtime/contract/suppliers.endpoints.ts';
import { addSupplierSchema } from '@ostatok/tenant-runtime/contract/suppliers.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../client/api.ts';
import { useFormWithToasts } from '../../forms/use-form-with-toasts.ts';

const texts = ['inn', 'person', 'phone', 'email', 'telegram', 'delivery_days', 'note'] as const;
type Values = Record<'name' | (typeof texts)[number], string>;

const valuesOf = (supplier: Supplier | undefined): Values => ({
  name: supplier?.name ?? '',
  ...(Object.fromEntries(texts.map((text) => [text, supplier?.[text] ?? ''])) as Omit<Values, 'name'>),
});

const payloadOf = ({ name, ...values }: Values) => ({
  name,
  ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value.trim() || null])),
});

interface SupplierFormProps {
  /** The supplier that is changed; absent for a new one. */
  supplier?: Supplier;
  onClose: () => void;
  onSaved: (supplier: Supplier) => void;
}

/** Adds a supplier or changes one. */
export function SupplierForm({ supplier, onClose, onSaved }: SupplierFormProps) {
  const save = useMutation({
    mutationFn: async (given: ReturnType<typeof payloadOf>) => {
      const body = { ...given, layout: supplier?.layout ?? null };
      const answer = supplier
        ? await api.call('PUT /api/suppliers/:id', { params: { id: supplier.id }, body })
        : await api.call('POST /api/suppliers', { body });
      return answer.supplier;
    },
    meta: { invalidates: [['suppliers'], ['report', 'order']] },
  });
  const { formik, form, bind } = useFormWithToasts<Values, ReturnType<typeof payloadOf>>({
    schema: addSupplierSchema,
    initialValues: valuesOf(supplier),
    payloadOf,
    onSubmit: async (payload) => onSaved(await save.mutateAsync(payload)),
  });
  const typed = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const;
  return (
    <Modal opened onClose={onClose} title={supplier ? 'Поставщик' : 'Новый поставщик'}>
      <form {...form}>
        <Stack>
          <TextInput data-autofocus label="Название" autoComplete="off" {...bind('name')} />
          <TextInput label="С кем говорить" autoComplete="off" {...bind('person')} />
          <TextInput label="Телефон" type="tel" {...typed} {...bind('phone')} />
          <TextInput
            label="Почта"
            description="На неё уходят заказы письмом"
            type="email"
            {...typed}
            {...bind('email')}
          />
          <TextInput label="Telegram" placeholder="@metro_zakaz" {...typed} {...bind('telegram')} />
          <TextInput
            label="Дни поставки"
            placeholder="вторник и пятница, заказ до 15:00"
            autoComplete="off"
            {...bind('delivery_days')}
          />
          <TextInput
            label="ИНН"
            description="По нему поставщик узнаётся в накладных"
            inputMode="numeric"
            {...typed}
            {...bind('inn')}
          />
          <Textarea label="Примечание" autosize minRows={2} {...bind('note')} />
          <Button type="submit" loading={formik.isSubmitting}>
            {supplier ? 'Сохранить' : 'Добавить'}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
