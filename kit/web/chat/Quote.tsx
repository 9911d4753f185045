import type { ChatMessage } from '../../contract/chat-message.ts';
import { quoteOf } from './messages.ts';
import classes from './Quote.module.css';

interface QuoteProps {
  message: ChatMessage;
  /** The author of the quoted message, or the action on it. */
  title: string;
  /** Scrolls to the quoted message. */
  onShow?: () => void;
}

export function Quote({ message, title, onShow }: QuoteProps) {
  const inner = (
    <>
      <strong className={classes.title}>{title}</strong>
      <span className={classes.text}>{quoteOf(message)}</span>
    </>
  );
  if (!onShow) return <div className={classes.quote}>{inner}</div>;
  return (
    <button type="button" className={classes.quote} onClick={onShow}>
      {inner}
    </button>
  );
}
