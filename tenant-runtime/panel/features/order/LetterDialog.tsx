import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { OrderDetails } from '@ostatok/tenant-runtime/contract/orders.endpoints.ts';
import { type OrderLetter, orderLetterSchema } from '@ostatok/tenant-runtime/contract/orders.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api } from '../../client/api.ts';
import { useFormWithToasts } from '../../forms/use-form-with-toasts.ts';
import { showOrder } from '../../suppliers/orders.ts';
import { useSuppliers } from '../../suppliers/suppliers.ts';

/** The address that answers went to the last time from this browser. */
const REPLY_TO = 'ostatok-order-reply-to';

interface LetterDialogProps {
  order: OrderDetails;
  onClose: () => void;
}

function Form({ order, to, onClose }: LetterDialogProps & { to: string }) {
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: async (body: OrderLetter) =>
      (await api.call('POST /api/orders/:id/letter', { params: { id: order.id }, body })).order,
    onSuccess: (sent) => showOrder(queries, sent),
  });
  const { formik, form, bind } = useFormWithToasts<OrderLetter>({
    schema: orderLetterSchema,
    initialValues: { to, reply_to: localStorage.getItem(REPLY_TO) ?? '' },
    async onSubmit(letter) {
      await send.mutateAsync(letter);
      localStorage.setItem(REPLY_TO, letter.reply_to);
      toast.success('Письмо отправлено');
      onClose();
    },
  });
  const typed = { type: 'email', autoCapitalize: 'none', spellCheck: false } as const;
  return (
    <form {...form}>
      <Stack>
        <TextInput data-autofocus label="Кому" description="Почта поставщика" {...typed} {...bind('to')} />
        <TextInput
          label="Кому ответить"
          description="Ваша почта: на неё придёт ответ"
          {...typed}
          {...bind('reply_to')}
        />
        <Text size="sm" c="dimmed">
          В письме будет заказ и примечание к нему. В день отправляется не больше 10 писем
        </Text>
        <Button type="submit" loading={formik.isSubmitting}>
          Отправить письмо
        </Button>
      </Stack>
    </form>
  );
}

/** Sends an order to its supplier's address as a letter. */
export function LetterDialog({ order, onClose }: LetterDialogProps) {
  const { data: suppliers } = useSuppliers();
  const known = suppliers?.find(({ id }) => id === order.supplier.id)?.email;
  return (
    <Modal opened onClose={onClose} title={`Заказ № ${order.id} письмом`}>
      {suppliers && <Form order={order} to={known ?? ''} onClose={onClose} />}
    </Modal>
  );
}
