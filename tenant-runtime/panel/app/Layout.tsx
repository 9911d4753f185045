import { Text } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useCountsRefresh } from '../counts/counts.ts';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { PageGuard } from '../ui/PageGuard.tsx';
import { useVenue } from '../venue/venue.ts';
import { BotTrouble } from './BotTrouble.tsx';
import { ConnectionState } from './ConnectionState.tsx';
import { CurrentCount } from './CurrentCount.tsx';
import classes from './Layout.module.css';
import { Navigation } from './Navigation.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import { ScalesReading } from './ScalesReading.tsx';
import { SupportBanner } from './SupportBanner.tsx';
import { useFocusBack } from './use-focus-back.ts';
import { WeighingPlace } from './WeighingPlace.tsx';

export function Layout() {
  const { name } = useVenue();
  const { pathname } = useLocation();
  useCountsRefresh();
  useFocusBack();
  return (
    <div className={classes.layout}>
      <a className={classes.skip} href="#main">
        К содержанию
      </a>
      <header className={classes.header}>
        <div className={classes.brand}>
          <Mark size={32} />
          <Text component="span" fw={700} truncate title={name}>
            {name}
          </Text>
        </div>
        <div className={classes.status}>
          <BotTrouble />
          <CurrentCount />
          <ScalesReading />
          <ConnectionState />
          <PersonMenu />
        </div>
      </header>
      <Navigation />
      <main id="main" className={classes.main} tabIndex={-1}>
        <SupportBanner />
        <Suspense fallback={<ListSkeleton />}>
          <PageGuard key={pathname}>
            <Outlet />
          </PageGuard>
        </Suspense>
      </main>
      <WeighingPlace />
    </div>
  );
}
