import { Drawer } from '@mantine/core';
import { drawerLook } from '../../../ui/drawer-look.ts';
import { ItemForm } from './ItemForm.tsx';

export function NewItem({ onClose }: { onClose: () => void }) {
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title="Новая позиция"
      transitionProps={{ duration: 150 }}
      styles={drawerLook()}
      closeButtonProps={{ 'aria-label': 'Закрыть' }}
    >
      <ItemForm item={null} onDone={onClose} onDeleted={onClose} onDirty={() => {}} />
    </Drawer>
  );
}
