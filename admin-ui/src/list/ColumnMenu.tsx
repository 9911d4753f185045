import { Checkbox, ListItemText, MenuItem } from '@mui/material';
import { usePreference } from '../preferences.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import type { Column } from './types.ts';

/** The administrator's own columns; the first one names the row and stays. */
export function useColumns<Row>(list: string, columns: Column<Row>[]) {
  const usual = columns.filter(({ hidden }) => hidden).map(({ key }) => key);
  const [hidden, setHidden] = usePreference<string[]>(`columns.${list}`, usual);
  const shown = columns.filter(({ key }, index) => index === 0 || !hidden.includes(key));
  const toggle = (key: string): void =>
    void setHidden(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]);
  return { shown, hidden, toggle };
}

interface ColumnMenuProps<Row> {
  columns: Column<Row>[];
  hidden: string[];
  onToggle: (key: string) => void;
}

export function ColumnMenu<Row>({ columns, hidden, onToggle }: ColumnMenuProps<Row>) {
  return (
    <MenuButton label="Столбцы" icon="columns">
      {() =>
        columns.slice(1).map(({ key, label }) => (
          <MenuItem
            key={key}
            role="menuitemcheckbox"
            aria-checked={!hidden.includes(key)}
            onClick={() => onToggle(key)}
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
        ))
      }
    </MenuButton>
  );
}
