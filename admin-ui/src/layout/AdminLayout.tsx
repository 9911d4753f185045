import { Box, Button } from '@mui/material';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import type { ReactNode } from 'react';
import { AppBar, Layout, TitlePortal } from 'react-admin';
import { DASHBOARD } from '../auth-provider.ts';

function AdminAppBar() {
  return (
    <AppBar>
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
