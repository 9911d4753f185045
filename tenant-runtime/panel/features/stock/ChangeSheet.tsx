import { Button, Drawer, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';
import { Pencil } from 'lucide-react';
import { useIsAdmin } from '../../lib/workspace.ts';
import { drawerLook } from '../../ui/drawer-look.ts';
import { ChangeForm, type Submitted } from './ChangeForm.tsx';
import type { ChangeMode } from './change-draft.ts';

interface ChangeSheetProps {
  item: ShownItem;
  quantity: number | null;
  mode: ChangeMode;
  onSubmit: (amount: Submitted, note: string) => void;
  onEdit: () => void;
  onClose: () => void;
}

/** A dialog on a desk, a sheet from below on a phone. */
export function ChangeSheet({ item, quantity, mode, onSubmit, onEdit, onClose }: ChangeSheetProps) {
  const onPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const isAdmin = useIsAdmin();
  const content = (
    <>
      <ChangeForm item={item} quantity={quantity} mode={mode} onSubmit={onSubmit} />
      {isAdmin && (
        <Button
          variant="subtle"
          color="gray"
          fullWidth
          mt="sm"
          leftSection={<Pencil size={18} aria-hidden />}
          onClick={onEdit}
        >
          Карточка позиции
        </Button>
      )}
    </>
  );
  const shared = { opened: true, onClose, title: item.name, closeButtonProps: { 'aria-label': 'Закрыть' } };
  if (onPhone) {
    return (
      <Drawer {...shared} position="bottom" size="auto" transitionProps={{ duration: 150 }} styles={drawerLook(true)}>
        {content}
      </Drawer>
    );
  }
  return (
    <Modal {...shared} size="md">
      {content}
    </Modal>
  );
}
