import 'grapesjs/dist/css/grapes.min.css';
import 'font-awesome/css/font-awesome.min.css';
import './editor.css';
import { Box } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import type { Editor } from 'grapesjs';
import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { Palette } from './Palette.tsx';
import { Properties } from './Properties.tsx';
import { startEditor } from './start-editor.ts';
import { Toolbar } from './Toolbar.tsx';

export interface VisualEditorHandle {
  /** Inserts text at the cursor, otherwise at the end of the selected text; returns false when there is no text. */
  insert: (text: string) => boolean;
}

interface Props {
  /** Read once, when the editor starts. */
  mjml: string;
  onChange: (mjml: string, design: object) => void;
  onSave: () => void;
  handle?: RefObject<VisualEditorHandle | null>;
}

function insertInto(editor: Editor, text: string): boolean {
  if (editor.getEditing()) {
    editor.RichTextEditor.globalRte?.insertHTML(text);
    return true;
  }
  const selected = editor.getSelected();
  const block = selected?.is('mj-text') || selected?.is('mj-button') ? selected : selected?.closestType('mj-text');
  if (!block) return false;
  block.append(text);
  return true;
}

/** Sets the library's colours to the theme's. */
function useLook(): Record<string, string> {
  const { palette, typography } = useTheme();
  return {
    '--gjs-primary-color': palette.background.paper,
    '--gjs-secondary-color': palette.text.primary,
    '--gjs-tertiary-color': palette.primary.main,
    '--gjs-quaternary-color': palette.primary.main,
    '--gjs-main-color': palette.background.paper,
    '--gjs-font-color': palette.text.primary,
    '--gjs-font-color-active': palette.text.primary,
    '--gjs-main-dark-color': palette.background.default,
    '--gjs-main-font': typography.fontFamily ?? 'sans-serif',
    '--gjs-font-size': '0.8125rem',
    '--gjs-color-blue': palette.primary.main,
    '--gjs-line': palette.divider,
    '--gjs-quiet': palette.text.secondary,
  };
}

/** The drag-and-drop editor; loaded only when a template is edited. */
export default function VisualEditor({ mjml, onChange, onSave, handle }: Props) {
  const canvas = useRef<HTMLDivElement>(null);
  const styles = useRef<HTMLDivElement>(null);
  const traits = useRef<HTMLDivElement>(null);
  const layers = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const latest = useRef({ mjml, onChange, onSave });
  latest.current.onChange = onChange;
  latest.current.onSave = onSave;

  useEffect(() => {
    if (!canvas.current || !styles.current || !traits.current || !layers.current) return;
    const started = startEditor(
      { canvas: canvas.current, styles: styles.current, traits: traits.current, layers: layers.current },
      latest.current.mjml,
    );
    const reportChange = (): void => {
      const next = started.mjml();
      if (next === latest.current.mjml) return;
      latest.current.mjml = next;
      latest.current.onChange(next, started.editor.getProjectData());
    };
    started.editor.on('load', () => {
      // Changes that the library itself makes while loading are not the user's.
      latest.current.mjml = started.mjml();
      started.editor.UndoManager.clear();
      started.editor.on('update', reportChange);
      setEditor(started.editor);
    });
    started.editor.Keymaps.add('ostatok:save', 'ctrl+s, ⌘+s', () => latest.current.onSave(), {
      prevent: true,
      force: true,
    });
    return () => {
      setEditor(undefined);
      started.stop();
    };
  }, []);

  useImperativeHandle(handle, () => ({ insert: (text) => Boolean(editor && insertInto(editor, text)) }), [editor]);

  return (
    <Box className="letter-editor" sx={useLook()} aria-busy={!editor}>
      <Palette editor={editor} />
      <Box className="letter-canvas">
        <Toolbar editor={editor} />
        <div ref={canvas} className="letter-frame" />
      </Box>
      <Properties editor={editor} places={{ styles, traits, layers }} />
    </Box>
  );
}
