import { Box, Card, Stack, Typography } from '@mui/material';
import type { AdminUser } from '@ostatok/api/contract/users.ts';
import { RecordContextProvider, useListContext } from 'react-admin';
import { StatusButton } from './StatusButton.tsx';
import { dateText, roleText, subscriptionText } from './texts.ts';
import { UserStatus } from './UserTable.tsx';

function UserCard({ user }: { user: AdminUser }) {
  return (
    <Card component="li" variant="outlined" sx={{ p: 2 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
        <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere', minWidth: 0 }}>{user.email}</Typography>
        <Box sx={{ flex: 'none' }}>
          <UserStatus status={user.status} />
        </Box>
      </Stack>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{user.name}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {roleText(user.role)} · {subscriptionText(user)} · создан {dateText(user.created_at)}
      </Typography>
      <Box sx={{ ml: -0.75, mt: 0.5 }}>
        <StatusButton />
      </Box>
    </Card>
  );
}

/** The same list where a table does not fit. */
export function UserCards() {
  const { data = [] } = useListContext<AdminUser>();
  return (
    <Stack component="ul" sx={{ gap: 1, p: 1, m: 0, listStyle: 'none' }}>
      {data.map((user) => (
        <RecordContextProvider key={user.id} value={user}>
          <UserCard user={user} />
        </RecordContextProvider>
      ))}
    </Stack>
  );
}
