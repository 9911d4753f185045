import { Pause, Play } from 'lucide-react';
import { useRef, useState } from 'react';
import { useChatContext } from './chat-context.ts';
import { IconButton } from './IconButton.tsx';
import { durationOf } from './messages.ts';
import classes from './VoiceView.module.css';

/** An inline player for a voice message; it loads nothing before it is played. */
export function VoiceView({ url, seconds }: { url: string | null; seconds: number }) {
  const { notify } = useChatContext();
  const audio = useRef<HTMLAudioElement>(null);
  const [playing, setPlaying] = useState(false);
  const [passed, setPassed] = useState(0);

  function toggle() {
    const sound = audio.current;
    if (!sound) return;
    if (playing) return sound.pause();
    sound.play().catch(() => notify.error('Запись не воспроизводится'));
  }
  return (
    <div className={classes.voice}>
      <IconButton
        filled
        disabled={!url}
        aria-label={playing ? 'Остановить' : `Прослушать голосовое, ${durationOf(seconds)}`}
        onClick={toggle}
      >
        {playing ? <Pause size={20} aria-hidden /> : <Play size={20} aria-hidden />}
      </IconButton>
      <progress className={classes.progress} max={seconds} value={Math.min(passed, seconds)} aria-hidden />
      <span className={classes.time}>{durationOf(playing || passed > 0 ? passed : seconds)}</span>
      {url && (
        // biome-ignore lint/a11y/useMediaCaption: what somebody has said has no captions
        <audio
          ref={audio}
          src={url}
          preload="none"
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onEnded={() => setPassed(0)}
          onTimeUpdate={({ currentTarget }) => setPassed(currentTarget.currentTime)}
        />
      )}
    </div>
  );
}
