import { useEffect, useRef, useState } from 'react';
import type { ChatMessage } from '../../contract/chat-message.ts';
import { MAX_ALBUM, MAX_PHOTO_BYTES } from '../../contract/chat-message.ts';
import { useChatContext } from './chat-context.ts';

/** Whether the draft is a reply to a message or an edit of the user's own. */
export interface About {
  kind: 'reply' | 'edit';
  message: ChatMessage;
}

export interface Picture {
  key: number;
  file: File;
  url: string;
}

const PICTURES = ['image/jpeg', 'image/png', 'image/webp'];

export const isPicture = ({ type, size }: File): boolean => PICTURES.includes(type) && size <= MAX_PHOTO_BYTES;

/** Creates object URLs for pictures and revokes them when they are no longer shown. */
function usePictures() {
  const { notify } = useChatContext();
  const [pictures, setPictures] = useState<Picture[]>([]);
  const keys = useRef(0);
  const held = useRef<Picture[]>([]);
  held.current = pictures;
  useEffect(() => {
    return () => {
      for (const { url } of held.current) URL.revokeObjectURL(url);
    };
  }, []);

  function add(files: File[]) {
    const free = MAX_ALBUM - pictures.length;
    if (files.length > free) notify.info(`За раз отправляется до ${MAX_ALBUM} фото`);
    const added = files.slice(0, free).map((file) => {
      keys.current += 1;
      return { key: keys.current, file, url: URL.createObjectURL(file) };
    });
    setPictures((before) => [...before, ...added]);
  }
  function remove(key: number) {
    const gone = pictures.find((picture) => picture.key === key);
    if (gone) URL.revokeObjectURL(gone.url);
    setPictures((before) => before.filter((picture) => picture.key !== key));
  }
  function clear() {
    for (const { url } of pictures) URL.revokeObjectURL(url);
    setPictures([]);
  }
  return { pictures, add, remove, clear };
}

/** The draft: its text, its pictures and the message it refers to. */
export function useDraft() {
  const [text, setText] = useState('');
  const [about, setAbout] = useState<About | null>(null);
  const pictures = usePictures();
  const before = useRef('');

  function reply(message: ChatMessage) {
    if (about?.kind === 'edit') setText(before.current);
    setAbout({ kind: 'reply', message });
  }
  /** The previous draft is restored when the edit is finished or cancelled. */
  function edit(message: ChatMessage) {
    if (about?.kind !== 'edit') before.current = text;
    setText(message.text ?? message.caption ?? '');
    setAbout({ kind: 'edit', message });
  }
  function leave() {
    if (about?.kind === 'edit') setText(before.current);
    setAbout(null);
  }
  function sent() {
    setText(about?.kind === 'edit' ? before.current : '');
    setAbout(null);
    pictures.clear();
  }
  return { text, setText, about, reply, edit, leave, sent, ...pictures };
}
export type Draft = ReturnType<typeof useDraft>;
