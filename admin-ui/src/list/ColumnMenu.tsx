import { Checkbox, Divider, ListItemText, MenuItem } from '@mui/material';
import type { KeyboardEvent } from 'react';
import { MenuButton } from '../ui/MenuButton.tsx';
import type { Columns } from './use-columns.ts';

const STEP = 20;

/** Alt with an arrow: up and down move the column, left and right change its width. */
function arrange<Row>(event: KeyboardEvent, columns: Columns<Row>, at: number): void {
  const { all } = columns;
  const column = all[at];
  if (!event.altKey || !column || !event.key.startsWith('Arrow')) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === 'ArrowRight') columns.widen(column.key, column.min + STEP);
  else if (event.key === 'ArrowLeft') columns.widen(column.key, column.min - STEP);
  else {
    const neighbour = all[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (neighbour && neighbour !== all[0]) columns.move(column.key, neighbour.key);
  }
}

export function ColumnMenu<Row>({ columns }: { columns: Columns<Row> }) {
  const { all, hidden, isUsual, toggle, reset } = columns;
  return (
    <MenuButton label="Столбцы" icon="columns">
      {(close) => [
        ...all.slice(1).map(({ key, label }, index) => (
          <MenuItem
            key={key}
            role="menuitemcheckbox"
            aria-checked={!hidden.includes(key)}
            onClick={() => toggle(key)}
            onKeyDown={(event) => arrange(event, columns, index + 1)}
          >
            <Checkbox
              edge="start"
              size="small"
              checked={!hidden.includes(key)}
              tabIndex={-1}
              disableRipple
              slotProps={{ input: { 'aria-hidden': true, tabIndex: -1 } }}
            />
            <ListItemText primary={label} />
          </MenuItem>
        )),
        <Divider key="line" />,
        <MenuItem
          key="reset"
          disabled={isUsual}
          onClick={() => {
            reset();
            close();
          }}
        >
          Вернуть как было
        </MenuItem>,
      ]}
    </MenuButton>
  );
}
