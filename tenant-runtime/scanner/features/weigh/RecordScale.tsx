import { formatRecording, recordingName, typedGrams } from '@ostatok/kit/scales/scale-recording.ts';
import { saveFile } from '@ostatok/kit/web/save-file.ts';
import { useEffect, useRef, useState } from 'react';
import { type RecorderStep, recordScale } from '../../scales/scale-recorder.ts';
import type { ScaleDevice } from '../../scales/web-bluetooth.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './Weigh.module.css';

type Recorded = Extract<RecorderStep, { step: 'recorded' }>;

const mayShare = (file: File): boolean => navigator.canShare?.({ files: [file] }) ?? false;

/** Hands the file to a messenger or a mail program; a person who closes the choice needs nothing more. */
async function share(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file], title: file.name });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveFile(file, file.name);
  }
}

/** Asks for the grams of the scale's display and gives the file. */
function RecordedFile({ recorded: { scale, frames, isCut } }: { recorded: Recorded }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [canShare] = useState(() => mayShare(new File(['{}'], 'scale.txt', { type: 'text/plain' })));

  function give(hand: (file: File) => void): void {
    const weightG = typedGrams(text);
    setError(weightG === undefined ? 'Введите граммы числом, как на дисплее: 1250' : undefined);
    if (weightG === undefined) return;
    const recording = { scale, weightG, recordedAt: new Date().toISOString(), frames };
    hand(new File([formatRecording(recording)], recordingName(recording), { type: 'text/plain' }));
  }
  return (
    <Notice>
      {isCut && <span>Связь с весами пропала раньше времени, но услышанное сохранено</span>}
      <Field
        label="Сколько граммов на дисплее весов"
        inputMode="decimal"
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {canShare && (
        <Button look="primary" onClick={() => give((file) => void share(file))}>
          Отправить файл
        </Button>
      )}
      <Button look={canShare ? 'plain' : 'primary'} onClick={() => give((file) => saveFile(file, file.name))}>
        Сохранить файл
      </Button>
      <span>
        Файл нужен поддержке «Остатка»: её адрес — в контактах на сайте сервиса. По нему сканер выучит эти весы
      </span>
    </Notice>
  );
}

/** Records what a scale says that no model knows, so that one can be made for it. */
export function RecordScale({ device }: { device: ScaleDevice }) {
  const [shown, setShown] = useState<RecorderStep>({ step: 'ready' });
  const left = useRef(new AbortController());
  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    return () => leaving.abort();
  }, []);
  const start = (): void => void recordScale(device, setShown, left.current.signal);

  switch (shown.step) {
    case 'connecting':
      return (
        <p className={classes.error} role="status">
          Подключаем весы…
        </p>
      );
    case 'listening':
      return (
        <Notice>
          <span>Поставьте на весы бутылку и не трогайте</span>
          <b className={classes.countdown} role="timer" aria-label="Осталось секунд">
            {shown.secondsLeft}
          </b>
        </Notice>
      );
    case 'recorded':
      return <RecordedFile recorded={shown} />;
    default:
      return (
        <>
          {shown.step === 'failed' && <Notice failure>{shown.why}</Notice>}
          <Button onClick={start}>Записать, что они говорят</Button>
          <p className={classes.error}>Приготовьте бутылку: запись идёт 10 секунд, по ней сканер выучит эти весы</p>
        </>
      );
  }
}
