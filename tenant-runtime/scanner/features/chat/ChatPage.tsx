import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { OwnConversation } from '../../../web/own-chat/OwnConversation.tsx';
import { notify } from '../../chat/own-chat.ts';
import { screens } from '../../navigation/screen.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useOwnChat } from '../../workspace/use-own-chat.ts';
import classes from './ChatPage.module.css';
import { PushButton } from './PushButton.tsx';

/** The phone has no socket: while the conversation is looked at, it asks for what is new. */
const ASKED_EVERY_MS = 4000;

export function ChatPage() {
  const chat = useOwnChat();
  useEffect(() => {
    if (!chat) return;
    const ask = (): void => {
      if (document.visibilityState === 'visible') void chat.sync();
    };
    const timer = setInterval(ask, ASKED_EVERY_MS);
    return () => clearInterval(timer);
  }, [chat]);
  const header = (
    <header className={classes.header}>
      <IconButton aria-label="Назад" onClick={screens.back}>
        <ArrowLeft size={24} aria-hidden />
      </IconButton>
      <h1 className={classes.title}>Чат с ботом</h1>
      <PushButton />
    </header>
  );
  return (
    <div className={classes.page} aria-busy={!chat}>
      {chat ? <OwnConversation chat={chat} venue="бот" notify={notify} header={header} /> : header}
    </div>
  );
}
