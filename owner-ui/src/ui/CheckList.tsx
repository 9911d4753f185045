import { Check } from 'lucide-react';
import classes from './CheckList.module.css';

export function CheckList({ lines }: { lines: string[] }) {
  return (
    <ul className={classes.list}>
      {lines.map((line) => (
        <li key={line}>
          <Check size={18} aria-hidden />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}
