import { useEffect, useState } from 'react';
import { Bubble } from './Bubble.tsx';
import messageClasses from './MessageView.module.css';
import { timeOf } from './messages.ts';
import type { Outbox, Outgoing } from './outbox.ts';
import { VoiceView } from './VoiceView.tsx';
import classes from './WaitingView.module.css';

function LocalPicture({ file }: { file: File }) {
  const [url, setUrl] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url && <img className={messageClasses.photo} src={url} alt={file.name} />;
}

/** A message that is being sent or failed to be sent. */
export function WaitingView({ outgoing, outbox }: { outgoing: Outgoing; outbox: Outbox }) {
  const { text, photos = [], document, voice, failed, date = Date.now() / 1000 } = outgoing;
  return (
    <Bubble mine time={timeOf(date)}>
      {photos.map((file) => (
        <LocalPicture key={`${file.name} ${file.lastModified} ${file.size}`} file={file} />
      ))}
      {voice && <VoiceView url={null} seconds={voice.seconds} />}
      {document?.name}
      {text}
      {failed && (
        <span className={classes.failed}>
          Не отправлено.
          <button type="button" onClick={() => outbox.retry(outgoing)}>
            Повторить
          </button>
          <button type="button" onClick={() => outbox.drop(outgoing)}>
            Удалить
          </button>
        </span>
      )}
    </Bubble>
  );
}
