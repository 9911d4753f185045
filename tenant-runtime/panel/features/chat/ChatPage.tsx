import { VisuallyHidden } from '@mantine/core';
import toast from 'react-hot-toast';
import { OwnConversation } from '../../../web/own-chat/OwnConversation.tsx';
import { useOwnChat } from '../../chat/use-own-chat.ts';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { useVenue } from '../../venue/venue.ts';
import classes from './ChatPage.module.css';

const notify = {
  error: (text: string): void => void toast.error(text, { id: text }),
  info: (text: string): void => void toast(text, { id: text }),
};

/** The venue's own chat: what one would write to the bot in a messenger. */
export function ChatPage() {
  const chat = useOwnChat();
  const { name } = useVenue();
  return (
    <div className={classes.page}>
      <title>Чат — Остаток</title>
      <VisuallyHidden component="h1">Чат с ботом</VisuallyHidden>
      {chat ? <OwnConversation chat={chat} venue={name} notify={notify} /> : <ListSkeleton />}
    </div>
  );
}
