import { Guard } from '@ostatok/kit/web/Guard.tsx';
import { lazy, Suspense } from 'react';
import { NotLoaded } from '../device/NotLoaded.tsx';
import { FindPage } from '../features/find/FindPage.tsx';
import { ItemPage } from '../features/item/ItemPage.tsx';
import { QueuePage } from '../features/queue/QueuePage.tsx';
import { type Screen, screens } from '../navigation/screen.ts';
import { Button } from '../ui/Button.tsx';

// Rarely used screens are loaded on demand; the service worker caches them for offline use.
const CountsPage = lazy(async () => ({ default: (await import('../features/counts/CountsPage.tsx')).CountsPage }));
const WeighPage = lazy(async () => ({ default: (await import('../features/weigh/WeighPage.tsx')).WeighPage }));
const SeriesPage = lazy(async () => ({ default: (await import('../features/weigh/SeriesPage.tsx')).SeriesPage }));
const NewItemPage = lazy(async () => ({
  default: (await import('../features/new-item/NewItemPage.tsx')).NewItemPage,
}));
const AttachPage = lazy(async () => ({ default: (await import('../features/attach/AttachPage.tsx')).AttachPage }));
const ChatPage = lazy(async () => ({ default: (await import('../features/chat/ChatPage.tsx')).ChatPage }));
const AboutPage = lazy(async () => ({ default: (await import('../features/about/AboutPage.tsx')).AboutPage }));

function Content({ screen }: { screen: Screen }) {
  switch (screen.name) {
    case 'item':
      // The key resets the typed number when another item is opened.
      return <ItemPage key={screen.itemKey ?? screen.itemId} screen={screen} />;
    case 'weigh':
      return <WeighPage screen={screen} />;
    case 'series':
      return <SeriesPage screen={screen} />;
    case 'new':
      return <NewItemPage screen={screen} />;
    case 'attach':
      return <AttachPage screen={screen} />;
    case 'counts':
      return <CountsPage />;
    case 'queue':
      return <QueuePage />;
    case 'chat':
      return <ChatPage />;
    case 'about':
      return <AboutPage />;
    default:
      return <FindPage />;
  }
}

const failed = (
  <NotLoaded what="Экран не загрузился.">
    <Button look="quiet" onClick={() => screens.replace({ name: 'find' })}>
      Вернуться к сканеру
    </Button>
  </NotLoaded>
);

export function CurrentScreen({ screen }: { screen: Screen }) {
  return (
    <Guard key={screen.name} fallback={failed}>
      <Suspense fallback={<div aria-busy="true" />}>
        <Content screen={screen} />
      </Suspense>
    </Guard>
  );
}
