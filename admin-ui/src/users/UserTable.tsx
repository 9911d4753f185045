import { Box, Chip, Typography } from '@mui/material';
import type { AdminUser } from '@ostatok/api/contract/users.ts';
import { DataTable } from 'react-admin';
import { StatusButton } from './StatusButton.tsx';
import { dateText, roleText, statusText, subscriptionText } from './texts.ts';

export function UserStatus({ status }: Pick<AdminUser, 'status'>) {
  return (
    <Chip
      size="small"
      label={statusText(status)}
      color={status === 'active' ? 'default' : 'error'}
      variant="outlined"
    />
  );
}

function Person({ name, email }: AdminUser) {
  return (
    <Box sx={{ minWidth: 0, maxWidth: 320, overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 600 }}>{email}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
      </Typography>
    </Box>
  );
}

const Column = DataTable.Col<AdminUser>;

export function UserTable() {
  return (
    <DataTable<AdminUser> bulkActionButtons={false} rowClick={false}>
      <Column source="email" render={(user) => <Person {...user} />} />
      <Column source="role" render={(user) => roleText(user.role)} />
      <Column source="subscription_plan" disableSort render={subscriptionText} />
      <Column source="status" render={(user) => <UserStatus status={user.status} />} />
      <Column source="created_at" render={(user) => dateText(user.created_at)} />
      <Column label="Действие" align="right">
        <StatusButton />
      </Column>
    </DataTable>
  );
}
