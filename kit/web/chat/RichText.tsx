import type { ReactNode } from 'react';
import type { ChatMessage } from '../../contract/chat-message.ts';
import classes from './RichText.module.css';
import { type Span, spansOf } from './rich-text.ts';

const wrappers: Record<string, (inner: ReactNode) => ReactNode> = {
  bold: (inner) => <strong>{inner}</strong>,
  italic: (inner) => <em>{inner}</em>,
  underline: (inner) => <u>{inner}</u>,
  strikethrough: (inner) => <s>{inner}</s>,
  code: (inner) => <code className={classes.code}>{inner}</code>,
  pre: (inner) => <code className={classes.pre}>{inner}</code>,
};

function Piece({ span, onCommand }: { span: Span; onCommand: (command: string) => void }) {
  if (span.url)
    return (
      <a className={classes.link} href={span.url} target="_blank" rel="noreferrer">
        {span.text}
      </a>
    );
  if (span.types.includes('bot_command'))
    return (
      <button type="button" className={classes.link} onClick={() => onCommand(span.text)}>
        {span.text}
      </button>
    );
  return span.types.reduce<ReactNode>((inner, type) => wrappers[type]?.(inner) ?? inner, span.text);
}

interface RichTextProps {
  text: string;
  entities: ChatMessage['entities'];
  onCommand: (command: string) => void;
}

export function RichText({ text, entities, onCommand }: RichTextProps) {
  let offset = 0;
  return spansOf(text, entities).map((span) => {
    const key = offset;
    offset += span.text.length;
    return <Piece key={key} span={span} onCommand={onCommand} />;
  });
}
