import { Box, Button, ToggleButton, ToggleButtonGroup } from '@mui/material';
import type { Editor } from 'grapesjs';
import { useEffect, useState } from 'react';

interface Steps {
  undo: boolean;
  redo: boolean;
  selected: boolean;
}

function useSteps(editor: Editor | undefined): Steps {
  const [steps, setSteps] = useState<Steps>({ undo: false, redo: false, selected: false });
  useEffect(() => {
    if (!editor) return;
    const follow = (): void =>
      setSteps({
        undo: editor.UndoManager.hasUndo(),
        redo: editor.UndoManager.hasRedo(),
        selected: Boolean(editor.getSelected()?.get('removable')),
      });
    editor.on('update undo redo component:toggled', follow);
    return () => void editor.off('update undo redo component:toggled', follow);
  }, [editor]);
  return steps;
}

/** Moves the selected block among its siblings, as dragging does. */
function move(editor: Editor, by: -1 | 1): void {
  const block = editor.getSelected();
  const parent = block?.parent();
  if (!block || !parent) return;
  const at = block.index() + by;
  if (at < 0 || at >= parent.components().length) return;
  // The index counts the block itself before it is removed from its place.
  const moved = block.move(parent, { at: by > 0 ? at + 1 : at });
  editor.select(moved);
}

/** Undo and redo, actions on the selected block, and the width of the canvas. */
export function Toolbar({ editor }: { editor: Editor | undefined }) {
  const [device, setDevice] = useState('desktop');
  const { undo, redo, selected } = useSteps(editor);
  const run = (command: string) => () => void editor?.runCommand(command);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 0.5,
        p: 0.5,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Button size="small" disabled={!undo} onClick={() => editor?.UndoManager.undo()}>
        Отменить
      </Button>
      <Button size="small" disabled={!redo} onClick={() => editor?.UndoManager.redo()}>
        Повторить
      </Button>
      <Button size="small" disabled={!selected} onClick={() => editor && move(editor, -1)}>
        Выше
      </Button>
      <Button size="small" disabled={!selected} onClick={() => editor && move(editor, 1)}>
        Ниже
      </Button>
      <Button size="small" disabled={!selected} onClick={run('tlb-clone')}>
        Копия
      </Button>
      <Button size="small" color="error" disabled={!selected} onClick={run('tlb-delete')}>
        Убрать
      </Button>
      <Box sx={{ flex: 1 }} />
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Ширина письма"
        value={device}
        onChange={(_, value: string | null) => {
          if (!value) return;
          setDevice(value);
          editor?.setDevice(value);
        }}
      >
        <ToggleButton value="desktop">Компьютер</ToggleButton>
        <ToggleButton value="phone">Телефон</ToggleButton>
      </ToggleButtonGroup>
    </Box>
  );
}
