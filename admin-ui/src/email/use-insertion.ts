import { useRef } from 'react';
import { toastFailed } from '../ui/toasts.tsx';
import type { VisualEditorHandle } from './editor/VisualEditor.tsx';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Inserts text at the field's cursor, moves the cursor behind it and returns the new value. */
function typeInto(field: Field, text: string): string {
  const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length];
  const after = field.value.slice(0, from) + text + field.value.slice(to);
  requestAnimationFrame(() => {
    field.focus();
    field.setSelectionRange(from + text.length, from + text.length);
  });
  return after;
}

/** Inserts a variable where the author last typed: the subject, the source or the canvas. */
export function useInsertion(write: (part: { subject: string } | { source: string }) => void) {
  const subject = useRef<HTMLInputElement>(null);
  const source = useRef<HTMLTextAreaElement>(null);
  const canvas = useRef<VisualEditorHandle>(null);
  const last = useRef<'subject' | undefined>(undefined);

  function insert(text: string): void {
    if (last.current === 'subject' && subject.current) write({ subject: typeInto(subject.current, text) });
    else if (source.current) write({ source: typeInto(source.current, text) });
    else if (!canvas.current?.insert(text)) toastFailed('Выберите текст в письме или поле заголовка');
  }
  const onFocus = (field: 'subject' | undefined): void => {
    last.current = field;
  };
  return { subject, source, canvas, insert, onFocus };
}
