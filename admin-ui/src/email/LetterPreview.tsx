import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState } from 'react';
import { wordsOf } from '../ui/toasts.tsx';
import { type Letter, usePreview } from './queries.ts';

const WIDTHS = { desktop: 640, phone: 360 } as const;

/** The letter as its recipient sees it, in a sandboxed frame without scripts. */
export function LetterPreview({ letter }: { letter: Letter | undefined }) {
  const [device, setDevice] = useState<keyof typeof WIDTHS>('desktop');
  const { data, error, isFetching } = usePreview(letter);
  return (
    <section className="letter-preview" aria-label="Предпросмотр" aria-busy={isFetching}>
      <div className="letter-preview-top">
        <div>
          <span className="dim">Заголовок: </span>
          <strong>{data?.subject || '—'}</strong>
        </div>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label="Ширина предпросмотра"
          value={device}
          onChange={(_, value: keyof typeof WIDTHS | null) => value && setDevice(value)}
        >
          <ToggleButton value="desktop">Компьютер</ToggleButton>
          <ToggleButton value="phone">Телефон</ToggleButton>
        </ToggleButtonGroup>
      </div>
      {error && (
        <p role="alert" className="email-note email-warning">
          Письмо не собирается: {wordsOf(error) ?? 'сервис не отвечает'}
        </p>
      )}
      {!letter && <p className="dim">Введите содержимое письма, чтобы увидеть его.</p>}
      {letter && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <section className="letter-preview-paper" aria-label="Письмо" tabIndex={0}>
          <iframe title="Предпросмотр письма" sandbox="" srcDoc={data?.html ?? ''} style={{ width: WIDTHS[device] }} />
        </section>
      )}
    </section>
  );
}
