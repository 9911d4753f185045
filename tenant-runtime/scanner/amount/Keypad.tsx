import classes from './Keypad.module.css';
import { type Key, keys } from './keypad.ts';

const names: Partial<Record<Key, string>> = { '⌫': 'Стереть', ',': 'Запятая' };

interface KeypadProps {
  text: string;
  unit: string;
  onKey: (key: Key) => void;
}

/** Shows the number being typed and keys big enough for a wet thumb. */
export function Keypad({ text, unit, onKey }: KeypadProps) {
  return (
    <>
      <output className={classes.typed} aria-label="Набрано">
        {text || '0'} <small>{unit}</small>
      </output>
      <div className={classes.keypad}>
        {keys.map((key) => (
          <button key={key} type="button" className={classes.key} aria-label={names[key]} onClick={() => onKey(key)}>
            {key}
          </button>
        ))}
      </div>
    </>
  );
}
