import { ActionIcon } from '@mantine/core';
import { Paperclip, SendHorizontal } from 'lucide-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import classes from './Composer.module.css';

interface ComposerProps {
  /** The bot's own keyboard, in rows. */
  buttons: string[][];
  onSend: (text: string) => void;
  onFile: (file: File) => void;
}

export function Composer({ buttons, onSend, onFile }: ComposerProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  const files = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // on a touch screen a focus would raise the keyboard over the chat
    if (window.matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, []);

  function send(event?: FormEvent) {
    event?.preventDefault();
    const trimmed = text.trim();
    if (trimmed) onSend(trimmed);
    setText('');
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  }

  function attach(list: FileList | null) {
    for (const file of list ?? []) onFile(file);
    if (files.current) files.current.value = '';
  }

  function onPaste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    attach(event.clipboardData.files);
  }

  return (
    <div className={classes.composer}>
      {buttons.map((row) => (
        <div key={row.join()} className={classes.buttons}>
          {row.map((button) => (
            <button key={button} type="button" onClick={() => onSend(button)}>
              {button}
            </button>
          ))}
        </div>
      ))}
      <form className={classes.line} onSubmit={send}>
        <input ref={files} type="file" hidden multiple onChange={(event) => attach(event.currentTarget.files)} />
        <ActionIcon aria-label="Прикрепить файл" onClick={() => files.current?.click()}>
          <Paperclip size={22} aria-hidden />
        </ActionIcon>
        <textarea
          ref={input}
          className={classes.input}
          rows={1}
          aria-label="Сообщение"
          placeholder="Джемесон +0,7"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <ActionIcon
          type="submit"
          variant="filled"
          color="teal"
          radius="xl"
          aria-label="Отправить"
          disabled={!text.trim()}
        >
          <SendHorizontal size={20} aria-hidden />
        </ActionIcon>
      </form>
    </div>
  );
}
