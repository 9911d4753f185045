import { Button, TextField } from '@mui/material';
import { useState } from 'react';
import { Icon } from '../ui/Icon.tsx';

export interface Feature {
  text: string;
  order: number;
}

const numbered = (features: Feature[]): Feature[] => features.map(({ text }, index) => ({ text, order: index + 1 }));

/** The plan's features in order; texts are trimmed and empty ones ignored. */
export function FeatureList({ features, onChange }: { features: Feature[]; onChange: (features: Feature[]) => void }) {
  const [text, setText] = useState('');
  function add(): void {
    if (!text.trim()) return;
    onChange(numbered([...features, { text: text.trim(), order: 0 }]));
    setText('');
  }
  function move(from: number, by: number): void {
    const feature = features[from];
    if (feature) onChange(numbered(features.toSpliced(from, 1).toSpliced(from + by, 0, feature)));
  }
  return (
    <fieldset className="features">
      <legend>Возможности</legend>
      <ol>
        {features.map((feature, index) => (
          <li key={feature.text}>
            <span>{feature.text}</span>
            <button
              type="button"
              className="tool-button"
              disabled={index === 0}
              aria-label={`Выше: ${feature.text}`}
              onClick={() => move(index, -1)}
            >
              <Icon name="up" size={16} />
            </button>
            <button
              type="button"
              className="tool-button"
              disabled={index === features.length - 1}
              aria-label={`Ниже: ${feature.text}`}
              onClick={() => move(index, 1)}
            >
              <Icon name="down" size={16} />
            </button>
            <button
              type="button"
              className="tool-button"
              aria-label={`Убрать: ${feature.text}`}
              onClick={() => onChange(numbered(features.toSpliced(index, 1)))}
            >
              <Icon name="close" size={16} />
            </button>
          </li>
        ))}
      </ol>
      <div className="features-add">
        <TextField
          label="Новая возможность"
          value={text}
          fullWidth
          onChange={(event) => setText(event.target.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would submit the whole form.
            event.preventDefault();
            add();
          }}
        />
        <Button variant="outlined" onClick={add} disabled={!text.trim()}>
          Добавить
        </Button>
      </div>
    </fieldset>
  );
}
