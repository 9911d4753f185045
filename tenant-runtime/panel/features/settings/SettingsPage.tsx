import { Page } from '../../ui/Page.tsx';
import { useIsAdmin } from '../../workspace/workspace.ts';
import { BotSection } from './BotSection.tsx';
import { CountSettings } from './CountSettings.tsx';
import { DigestSettings } from './DigestSettings.tsx';
import { ScalesSection } from './ScalesSection.tsx';
import { ScannerSection } from './ScannerSection.tsx';
import { StaffSettings } from './StaffSettings.tsx';
import { VenueSection } from './VenueSection.tsx';

/** Every user may sign in their own phone; only administrators see the rest. */
export function SettingsPage() {
  const isAdmin = useIsAdmin();
  return (
    <Page title="Настройки">
      <ScannerSection />
      {isAdmin && (
        <>
          <CountSettings />
          <StaffSettings />
          <BotSection />
          <DigestSettings />
          <ScalesSection />
        </>
      )}
      <VenueSection />
    </Page>
  );
}
