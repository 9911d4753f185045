import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { updateCountSchema } from '@ostatok/tenant-runtime/contract/counts.ts';
import { toFieldNumber, toFieldText } from '../../forms/quantity-input.ts';
import { AreasField, type DraftArea } from './AreasField.tsx';
import type { CountActions } from './use-count-actions.ts';

interface Values {
  title: string;
  recountThreshold: string;
  areas: DraftArea[];
}

const valuesOf = ({ title, recountThreshold, areas }: CountDetails): Values => ({
  title,
  recountThreshold: toFieldText(recountThreshold),
  areas: areas.map(({ id, name, user }) => ({ key: String(id), id, name, userId: user?.id ?? null })),
});
const payloadOf = ({ title, recountThreshold, areas }: Values) => ({
  title,
  recountThreshold: toFieldNumber(recountThreshold),
  areas: areas
    .filter(({ name }) => name.trim() !== '')
    .map(({ id, name, userId }) => ({ ...(id === undefined ? {} : { id }), name, userId })),
});

/** Edits the areas of an open count, because users may join and leave during it. */
export function AreasDialog({
  count,
  actions,
  onClose,
}: {
  count: CountDetails;
  actions: CountActions;
  onClose: () => void;
}) {
  const { formik, form, bind, bindList } = useForm({
    schema: updateCountSchema,
    initialValues: valuesOf(count),
    payloadOf,
    async onSubmit(payload) {
      await actions.update.mutateAsync(payload);
      onClose();
    },
  });

  return (
    <Modal opened onClose={onClose} title="Зоны и порог">
      <form {...form}>
        <Stack>
          <TextInput label="Название" {...bind('title')} />
          <AreasField {...bindList('areas')} />
          <TextInput label="Порог пересчёта" inputMode="decimal" autoComplete="off" {...bind('recountThreshold')} />
          <Button type="submit" loading={formik.isSubmitting}>
            Сохранить
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
