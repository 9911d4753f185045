import { ClipboardList, Menu, MessageCircle, ScanBarcode } from 'lucide-react';
import { Unread } from '../../web/own-chat/Unread.tsx';
import { useCounting } from '../counts/counting.ts';
import { type Screen, screens } from '../navigation/screen.ts';
import { useUnread } from '../workspace/use-own-chat.ts';
import classes from './App.module.css';

/** A bottom bar within the thumb's reach: scanning, the count, the chat and the rest. */
export function Tabs({ screen }: { screen: Screen }) {
  const counting = useCounting();
  const unread = useUnread();
  return (
    <nav className={classes.tabs} aria-label="Разделы">
      <button
        type="button"
        aria-current={screen.name === 'find' ? 'page' : undefined}
        onClick={() => screens.replace({ name: 'find' })}
      >
        <ScanBarcode size={24} aria-hidden />
        Сканер
      </button>
      <button
        type="button"
        aria-current={screen.name === 'counts' ? 'page' : undefined}
        data-alive={Boolean(counting)}
        onClick={() => screens.replace({ name: 'counts' })}
      >
        <ClipboardList size={24} aria-hidden />
        {counting ? 'Идёт подсчёт' : 'Подсчёт'}
      </button>
      <button type="button" onClick={() => screens.open({ name: 'chat' })}>
        <MessageCircle size={24} aria-hidden />
        Чат
        <Unread count={unread} />
      </button>
      <button type="button" onClick={() => screens.open({ name: 'about' })}>
        <Menu size={24} aria-hidden />
        Ещё
      </button>
    </nav>
  );
}
