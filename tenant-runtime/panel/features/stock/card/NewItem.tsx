import { Drawer, Stack } from '@mantine/core';
import { ItemForm } from './ItemForm.tsx';
import { Unsaved, useLeaving } from './leaving.tsx';

export function NewItem({ onClose }: { onClose: () => void }) {
  const leaving = useLeaving();
  return (
    <Drawer opened onClose={() => leaving.leave(onClose)} title="Новая позиция">
      <Stack gap="md">
        <Unsaved leaving={leaving} />
        <ItemForm item={null} onDone={onClose} onDeleted={onClose} onDirty={leaving.onDirty} />
      </Stack>
    </Drawer>
  );
}
