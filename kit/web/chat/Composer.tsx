import { Check, Mic, Paperclip, Pencil, Reply, SendHorizontal, X } from 'lucide-react';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import classes from './Composer.module.css';
import { IconButton } from './IconButton.tsx';
import { PhotoTray } from './PhotoTray.tsx';
import { Quote } from './Quote.tsx';
import { Recording } from './Recording.tsx';
import { useDictation } from './use-dictation.ts';
import type { About, Draft } from './use-draft.ts';
import { useRecorder, type Voice } from './use-recorder.ts';

interface ComposerProps {
  draft: Draft;
  /** The bot's reply keyboard, in rows. */
  buttons: string[][];
  onButton: (text: string) => void;
  onSend: () => void;
  /** Absent where the bot understands no voice messages. */
  onVoice?: ((voice: Voice) => void) | undefined;
  onFiles: (files: File[]) => void;
  /** Starts editing the user's last message. */
  onEditLast: () => void;
}

function AboutLine({ about, onLeave }: { about: About; onLeave: () => void }) {
  const isEdit = about.kind === 'edit';
  return (
    <div className={classes.about}>
      {isEdit ? <Pencil size={20} aria-hidden /> : <Reply size={20} aria-hidden />}
      <Quote message={about.message} title={isEdit ? 'Изменение' : 'Ответ'} />
      <IconButton aria-label={isEdit ? 'Не изменять' : 'Не отвечать'} onClick={onLeave}>
        <X size={20} aria-hidden />
      </IconButton>
    </div>
  );
}

/** Sends the draft, saves an edit, or records a voice message while the draft is empty. */
function MainButton({ draft, onRecord }: { draft: Draft; onRecord: (() => void) | undefined }) {
  const dictation = useDictation(draft.setText);
  const isEdit = draft.about?.kind === 'edit';
  const isEmpty = !draft.text.trim() && draft.pictures.length === 0;
  if (isEmpty && !isEdit && onRecord) {
    return (
      <IconButton aria-label="Записать голосовое" onClick={onRecord}>
        <Mic size={22} aria-hidden />
      </IconButton>
    );
  }
  if (dictation.isListening || (isEmpty && !isEdit && dictation.isSupported)) {
    return (
      <IconButton
        aria-label={dictation.isListening ? 'Закончить диктовку' : 'Надиктовать'}
        aria-pressed={dictation.isListening}
        filled={dictation.isListening}
        onClick={dictation.toggle}
      >
        <Mic size={22} aria-hidden />
      </IconButton>
    );
  }
  const mayBeEmpty = isEdit && draft.about?.message.text === undefined;
  return (
    <IconButton type="submit" filled aria-label={isEdit ? 'Сохранить' : 'Отправить'} disabled={isEmpty && !mayBeEmpty}>
      {isEdit ? <Check size={22} aria-hidden /> : <SendHorizontal size={20} aria-hidden />}
    </IconButton>
  );
}

function Keys({ buttons, onButton }: Pick<ComposerProps, 'buttons' | 'onButton'>) {
  return buttons.map((row) => (
    <div key={row.join()} className={classes.buttons}>
      {row.map((button) => (
        <button key={button} type="button" onClick={() => onButton(button)}>
          {button}
        </button>
      ))}
    </div>
  ));
}

/** The text field, its send shortcuts and pasted files. */
function Input({ draft, onSend, onEditLast, onFiles }: Omit<ComposerProps, 'buttons' | 'onButton' | 'onVoice'>) {
  const input = useRef<HTMLTextAreaElement>(null);
  const { text, about } = draft;
  const isCaption = draft.pictures.length > 0;
  useEffect(() => {
    // On a touch screen focusing would open the keyboard over the chat.
    if (about || window.matchMedia('(pointer: fine)').matches) input.current?.focus();
  }, [about]);

  function onKeyDown(event: KeyboardEvent) {
    // the second Escape leaves the field, so that the page's own keys work again
    if (event.key === 'Escape') return about ? draft.leave() : input.current?.blur();
    if (event.key === 'ArrowUp' && !text && !about) {
      event.preventDefault();
      return onEditLast();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSend();
  }

  function onPaste(event: ClipboardEvent) {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    onFiles([...event.clipboardData.files]);
  }
  return (
    <textarea
      ref={input}
      className={classes.input}
      rows={1}
      aria-label={isCaption ? 'Подпись' : 'Сообщение'}
      placeholder={
        isCaption ? 'Подпись: +0,7' : (about?.message.reply_markup?.input_field_placeholder ?? 'Джемесон +0,7')
      }
      value={text}
      onChange={(event) => draft.setText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    />
  );
}

export function Composer({ draft, buttons, onButton, onSend, onVoice, onFiles, onEditLast }: ComposerProps) {
  const files = useRef<HTMLInputElement>(null);
  const recorder = useRecorder(onVoice);
  const { about } = draft;

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSend();
    event.currentTarget.querySelector('textarea')?.focus();
  }

  function attach(list: FileList | null) {
    onFiles([...(list ?? [])]);
    if (files.current) files.current.value = '';
  }

  if (recorder.seconds !== null) {
    return (
      <div className={classes.composer}>
        <Recording seconds={recorder.seconds} onCancel={recorder.cancel} onSend={recorder.send} />
      </div>
    );
  }
  return (
    <div className={classes.composer}>
      <Keys buttons={buttons} onButton={onButton} />
      {about && <AboutLine about={about} onLeave={draft.leave} />}
      <PhotoTray pictures={draft.pictures} onRemove={draft.remove} />
      <form className={classes.line} onSubmit={send}>
        <input ref={files} type="file" hidden multiple onChange={(event) => attach(event.currentTarget.files)} />
        <IconButton
          aria-label="Прикрепить фото или файл"
          disabled={about?.kind === 'edit'}
          onClick={() => files.current?.click()}
        >
          <Paperclip size={22} aria-hidden />
        </IconButton>
        <Input draft={draft} onSend={onSend} onEditLast={onEditLast} onFiles={onFiles} />
        <MainButton draft={draft} onRecord={onVoice && (() => void recorder.start())} />
      </form>
    </div>
  );
}
