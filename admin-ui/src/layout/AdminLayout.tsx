import { Box, Button, type Theme, useMediaQuery } from '@mui/material';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import type { ReactNode } from 'react';
import {
  AppBar,
  Layout,
  LoadingIndicator,
  TitlePortal,
  ToggleThemeButton,
  UserMenu,
  useGetIdentity,
} from 'react-admin';
import { DASHBOARD } from '../auth-provider.ts';

const Tools = () => (
  <>
    <ToggleThemeButton />
    <LoadingIndicator />
  </>
);

/** Named as it is read: react-admin would call it otherwise for those who hear it. */
function Account() {
  const { identity } = useGetIdentity();
  return <UserMenu label={identity?.fullName || 'Учётная запись'} />;
}

function AdminAppBar() {
  // a phone follows its own light and dark; the title needs the room
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  return (
    <AppBar toolbar={narrow ? null : <Tools />} userMenu={<Account />}>
      <Box component="a" href="/" aria-label="Остаток, на главную" sx={{ display: 'flex', mr: 1.5, p: 0.5 }}>
        <Mark size={28} />
      </Box>
      <TitlePortal />
      <Button href={DASHBOARD} color="inherit" sx={{ whiteSpace: 'nowrap' }}>
        В дашборд
      </Button>
    </AppBar>
  );
}

export function AdminLayout({ children }: { children: ReactNode }) {
  return <Layout appBar={AdminAppBar}>{children}</Layout>;
}
