import { Drawer } from '@mantine/core';
import { ItemForm } from './ItemForm.tsx';

export function NewItem({ onClose }: { onClose: () => void }) {
  return (
    <Drawer opened onClose={onClose} title="Новая позиция">
      <ItemForm item={null} onDone={onClose} onDeleted={onClose} onDirty={() => {}} />
    </Drawer>
  );
}
