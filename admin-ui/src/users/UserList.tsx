import { type Theme, useMediaQuery } from '@mui/material';
import { List, SearchInput, SelectInput, SortButton, TopToolbar } from 'react-admin';
import { UserCards } from './UserCards.tsx';
import { UserTable } from './UserTable.tsx';

const filters = [
  <SearchInput key="search" source="search" alwaysOn placeholder="Email или имя" />,
  <SelectInput
    key="status"
    source="status"
    label="Статус"
    alwaysOn
    emptyText="Все"
    choices={[
      { id: 'active', name: 'Активен' },
      { id: 'blocked', name: 'Заблокирован' },
    ]}
  />,
];

/** In the table the headings sort. */
const CardActions = () => (
  <TopToolbar>
    <SortButton fields={['email', 'role', 'status', 'created_at']} />
  </TopToolbar>
);

export function UserList() {
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'));
  return (
    <List
      title="Пользователи"
      filters={filters}
      sort={{ field: 'created_at', order: 'DESC' }}
      perPage={25}
      exporter={false}
      empty={false}
      actions={narrow ? <CardActions /> : false}
    >
      {narrow ? <UserCards /> : <UserTable />}
    </List>
  );
}
