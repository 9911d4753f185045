import { Box, ButtonBase, SvgIcon, Typography } from '@mui/material';
import type { Block, Component, Editor } from 'grapesjs';
import { palette } from './palette.ts';

/** Adds the block to the selection, or to the nearest ancestor that accepts it, otherwise at the letter's end. */
function append(editor: Editor, block: Block): void {
  const content = block.get('content') as string;
  const body = editor.getWrapper()?.find('mj-body')[0];
  let place: Component | undefined = editor.getSelected() ?? body;
  while (place && !editor.Components.canMove(place, content).result) place = place.parent();
  const columns = body?.find('mj-column') ?? [];
  const target = place ?? [...columns].reverse().find((column) => editor.Components.canMove(column, content).result);
  const [added] = target?.append(content) ?? [];
  if (!added) return;
  editor.select(added);
  editor.Canvas.scrollTo(added, { behavior: 'smooth' });
}

/** Blocks can be dragged onto the canvas, or added by a press. */
export function Palette({ editor }: { editor: Editor | undefined }) {
  return (
    <Box component="section" aria-label="Блоки" sx={{ p: 1.5, overflow: 'auto' }}>
      <Typography component="h2" variant="subtitle2" sx={{ mb: 1 }}>
        Блоки
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(84px, 1fr))', gap: 1 }}>
        {palette.map(({ id, label, icon }) => {
          const block = editor?.Blocks.get(id);
          return (
            <ButtonBase
              key={id}
              draggable
              disabled={!block}
              onClick={() => editor && block && append(editor, block)}
              onDragStart={(event) => block && editor?.Blocks.startDrag(block, event.nativeEvent)}
              onDragEnd={() => editor?.Blocks.endDrag()}
              sx={{
                flexDirection: 'column',
                gap: 0.5,
                minHeight: 68,
                p: 1,
                border: 1,
                borderColor: 'divider',
                borderRadius: 1,
                cursor: 'grab',
                fontSize: 13,
                fontFamily: 'inherit',
                '&:hover, &:focus-visible': { borderColor: 'primary.main', color: 'primary.main' },
              }}
            >
              <SvgIcon fontSize="small">
                <path d={icon} fillRule="evenodd" />
              </SvgIcon>
              {label}
            </ButtonBase>
          );
        })}
      </Box>
      <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
        Перетащите блок в письмо или нажмите: он встанет после выбранного.
      </Typography>
    </Box>
  );
}
