import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Divider, MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { usePreference } from '../preferences.ts';
import { openDialog } from '../ui/dialogs.tsx';
import { Icon } from '../ui/Icon.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';

interface View {
  name: string;
  /** The address's query: search, filters, order. */
  query: string;
}

const LONGEST_NAME = 40;

function NameDialog({ onName, onClose }: { onName: (name: string) => void; onClose: () => void }) {
  const [name, setName] = useState('');
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="view-name">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!name.trim()) return;
          onName(name.trim());
          onClose();
        }}
      >
        <DialogTitle id="view-name">Сохранить вид</DialogTitle>
        <DialogContent>
          <TextField
            autoFocus
            fullWidth
            label="Название"
            helperText="Поиск, фильтры и порядок останутся под этим именем"
            value={name}
            onChange={(event) => setName(event.target.value)}
            slotProps={{ htmlInput: { maxLength: LONGEST_NAME } }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit" variant="contained" disabled={!name.trim()}>
            Сохранить
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface SavedViewsProps {
  list: string;
  /** The present query. */
  query: string;
  onApply: (query: string) => void;
}

/** Searches, filters and orders that the administrator has given a name. */
export function SavedViews({ list, query, onApply }: SavedViewsProps) {
  const [views, setViews] = usePreference<View[]>(`views.${list}`, []);
  const add = (name: string) => setViews([...views.filter((view) => view.name !== name), { name, query }]);
  return (
    <MenuButton label="Виды" icon="views">
      {(close) => [
        ...views.map((view) => (
          <MenuItem
            key={view.name}
            selected={view.query === query}
            onClick={() => {
              onApply(view.query);
              close();
            }}
          >
            <span className="menu-grow">{view.name}</span>
          </MenuItem>
        )),
        views.length > 0 && <Divider key="line" />,
        <MenuItem
          key="save"
          onClick={() => {
            close();
            openDialog((shut) => <NameDialog onName={add} onClose={shut} />);
          }}
        >
          <Icon name="plus" size={16} />
          &nbsp;Сохранить этот вид
        </MenuItem>,
        ...views
          .filter((view) => view.query === query)
          .map((view) => (
            <MenuItem
              key={`forget ${view.name}`}
              onClick={() => {
                void setViews(views.filter(({ name }) => name !== view.name));
                close();
              }}
            >
              <Icon name="trash" size={16} />
              &nbsp;Удалить вид «{view.name}»
            </MenuItem>
          )),
      ]}
    </MenuButton>
  );
}
