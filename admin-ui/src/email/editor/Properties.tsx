import { Box, Tab, Tabs, TextField, Typography } from '@mui/material';
import type { Component, Editor } from 'grapesjs';
import { type RefObject, useEffect, useState } from 'react';
import { INSIDE, insideOf } from './whole-blocks.ts';

/** Returns the selected block if it is edited as text. */
function useWholeBlock(editor: Editor | undefined): Component | undefined {
  const [block, setBlock] = useState<Component>();
  useEffect(() => {
    if (!editor) return;
    const follow = (): void => {
      const selected = editor.getSelected();
      setBlock(selected?.getAttributes()[INSIDE] === undefined ? undefined : selected);
    };
    editor.on('component:toggled', follow);
    return () => void editor.off('component:toggled', follow);
  }, [editor]);
  return block;
}

function InsideField({ block }: { block: Component }) {
  const [text, setText] = useState(() => insideOf(block.getAttributes() as Record<string, string>));
  return (
    <TextField
      label="Код блока"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        block.addAttributes({ [INSIDE]: encodeURIComponent(target.value) });
      }}
      multiline
      minRows={6}
      maxRows={18}
      fullWidth
      slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', fontSize: 13 } } }}
    />
  );
}

interface PropertyPlaces {
  styles: RefObject<HTMLDivElement | null>;
  traits: RefObject<HTMLDivElement | null>;
  layers: RefObject<HTMLDivElement | null>;
}

const SECTIONS = [
  ['look', 'Вид'],
  ['layers', 'Слои'],
] as const;

/** The properties of the selected block and the letter's structure. */
export function Properties({ editor, places }: { editor: Editor | undefined; places: PropertyPlaces }) {
  const [shown, setShown] = useState<(typeof SECTIONS)[number][0]>('look');
  const block = useWholeBlock(editor);
  return (
    <Box component="section" aria-label="Свойства" sx={{ overflow: 'auto' }}>
      <Tabs value={shown} onChange={(_, value) => setShown(value)} variant="fullWidth" aria-label="Свойства письма">
        {SECTIONS.map(([value, label]) => (
          <Tab key={value} value={value} label={label} />
        ))}
      </Tabs>
      <Box hidden={shown !== 'look'}>
        {block && (
          <Box sx={{ p: 1.5 }}>
            <InsideField key={block.getId()} block={block} />
          </Box>
        )}
        <Box ref={places.traits} />
        <Box ref={places.styles} />
      </Box>
      <Box hidden={shown !== 'layers'}>
        <Typography variant="body2" sx={{ p: 1.5, pb: 0, color: 'text.secondary' }}>
          Перетащите строку, чтобы переставить блок.
        </Typography>
        <Box ref={places.layers} />
      </Box>
    </Box>
  );
}
