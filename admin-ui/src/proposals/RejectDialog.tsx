import { TextField } from '@mui/material';
import type { AliasProposal } from '@ostatok/api/contract/proposals.endpoints.ts';
import { rejectProposalSchema } from '@ostatok/api/contract/proposals.ts';
import { api } from '../http-client.ts';
import { act, type Undo } from '../ui/act.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { useForm } from '../ui/use-form.ts';

interface RejectDialogProps {
  proposals: AliasProposal[];
  undo: Undo<AliasProposal>;
  onClose: () => void;
  /** Called when it is decided and done, or left. */
  onEnd: () => void;
}

/** The reason is optional: Enter alone rejects. */
export function RejectDialog({ proposals, undo, onClose, onEnd }: RejectDialogProps) {
  const { formik, bind, form } = useForm({
    schema: rejectProposalSchema,
    initialValues: { reason: '' },
    async onSubmit({ reason }) {
      onClose();
      await act({
        rows: proposals,
        call: ({ id }) =>
          api.call('POST /api/admin/aliases/proposals/:id/reject', { params: { id }, body: reason ? { reason } : {} }),
        done: 'Предложение отклонено',
        failed: 'Ошибка отклонения предложения',
        resources: ['proposals', 'aliases'],
        undo,
      });
      onEnd();
    },
  });
  const [first] = proposals;
  const title = proposals.length === 1 ? 'Отклонить предложение?' : `Отклонить предложения: ${proposals.length}?`;
  function leave(): void {
    onClose();
    onEnd();
  }
  return (
    <FormDialog title={title} submit="Отклонить" isBusy={formik.isSubmitting} form={form} onClose={leave}>
      {proposals.length === 1 && first && (
        <p>
          {first.description} <span className="dim">{first.ean}</span>
        </p>
      )}
      <TextField label="Причина (необязательно)" multiline={false} autoFocus {...bind('reason')} />
    </FormDialog>
  );
}
