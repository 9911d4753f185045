import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { AliasFormFields } from '../aliases/AliasFields.tsx';
import { fieldsOf, formSchema } from '../aliases/alias-form.ts';
import { FieldsDiff } from '../aliases/FieldsDiff.tsx';
import { api } from '../http-client.ts';
import { changed } from '../live/invalidation.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { toastFailed } from '../ui/toasts.tsx';
import { useForm } from '../ui/use-form.ts';
import { wouldBe } from './would-be.ts';

interface EditProposalProps {
  proposal: AliasProposal;
  onDone: () => void;
  onClose: () => void;
}

/** Corrects a tenant's proposal and accepts it in one step. */
export function EditProposalDialog({ proposal, onDone, onClose }: EditProposalProps) {
  const { formik, bind, form } = useForm({
    schema: formSchema,
    initialValues: fieldsOf(wouldBe(proposal)),
    async onSubmit(values) {
      try {
        const params = { id: proposal.id };
        const editedData = formSchema.cast(values);
        await api.call('PUT /api/admin/aliases/proposals/:id/edit-and-approve', { params, body: { editedData } });
        onClose();
        onDone();
      } catch (error) {
        toastFailed('Ошибка изменения предложения', error);
        throw error;
      } finally {
        changed('proposals');
        changed('aliases');
      }
    },
  });
  return (
    <FormDialog
      title="Изменить и одобрить"
      submit="Сохранить и одобрить"
      isBusy={formik.isSubmitting}
      form={form}
      wide
      onClose={onClose}
    >
      <AliasFormFields
        bind={bind}
        top={
          proposal.current && (
            <FieldsDiff
              before={proposal.current}
              after={wouldBe(proposal)}
              headings={['Сейчас', 'Предложено']}
              caption="Чем предложение отличается от алиаса"
            />
          )
        }
      />
    </FormDialog>
  );
}
