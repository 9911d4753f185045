import { X } from 'lucide-react';
import { IconButton } from './IconButton.tsx';
import classes from './PhotoTray.module.css';
import type { Picture } from './use-draft.ts';

/** The photos attached to the next message. */
export function PhotoTray({ pictures, onRemove }: { pictures: Picture[]; onRemove: (key: number) => void }) {
  if (pictures.length === 0) return null;
  return (
    <ul className={classes.tray} aria-label="Фото к отправке">
      {pictures.map(({ key, file, url }) => (
        <li key={key} className={classes.picture}>
          <img src={url} alt={file.name} />
          <IconButton className={classes.remove} aria-label={`Убрать ${file.name}`} onClick={() => onRemove(key)}>
            <X size={18} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
