import { Button, Drawer, Modal } from '@mantine/core';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { History } from 'lucide-react';
import { fromBelow } from '../../ui/from-below.ts';
import { useOnPhone } from '../../ui/use-on-phone.ts';
import { ChangeForm } from './ChangeForm.tsx';
import type { ChangeMode } from './change-draft.ts';
import type { Submitted, Words } from './use-change-form.ts';

interface ChangeSheetProps {
  item: ShownItem;
  quantity: number | null;
  mode: ChangeMode;
  onSubmit: (amount: Submitted, words: Words) => void;
  onCard: () => void;
  onClose: () => void;
}

/** A dialog on a desktop, a bottom sheet on a phone. */
export function ChangeSheet({ item, quantity, mode, onSubmit, onCard, onClose }: ChangeSheetProps) {
  const onPhone = useOnPhone();
  const content = (
    <>
      <ChangeForm item={item} quantity={quantity} mode={mode} onSubmit={onSubmit} />
      <Button
        variant="subtle"
        color="gray"
        fullWidth
        mt="sm"
        leftSection={<History size={18} aria-hidden />}
        onClick={onCard}
      >
        История и карточка
      </Button>
    </>
  );
  const shared = { opened: true, onClose, title: item.name };
  if (onPhone) {
    return (
      <Drawer {...shared} position="bottom" size="auto" styles={fromBelow}>
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
