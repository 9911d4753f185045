import type { CleanupItem } from '@ostatok/api/contract/cleanup.endpoints.ts';
import { sizeText } from '../ui/texts.ts';

interface PlanRowsProps {
  items: CleanupItem[];
  /** The keys of the rows that are deselected. */
  leftOut: ReadonlySet<string>;
  onChange: (leftOut: ReadonlySet<string>) => void;
}

/** The plan's rows with reasons and checkboxes. */
export function PlanRows({ items, leftOut, onChange }: PlanRowsProps) {
  const chosen = items.filter(({ key }) => !leftOut.has(key));
  const bytes = chosen.reduce((sum, item) => sum + (item.bytes ?? 0), 0);
  const toggle = (key: string) => {
    const after = new Set(leftOut);
    if (!after.delete(key)) after.add(key);
    onChange(after);
  };
  return (
    <>
      <label className="plan-all">
        <input
          type="checkbox"
          checked={leftOut.size === 0}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && leftOut.size > 0;
          }}
          onChange={() => onChange(leftOut.size === 0 ? new Set(items.map(({ key }) => key)) : new Set())}
        />
        <strong aria-live="polite">
          Выбрано {chosen.length.toLocaleString('ru-RU')} из {items.length.toLocaleString('ru-RU')}
          {bytes > 0 && `, ${sizeText(bytes)}`}
        </strong>
      </label>
      <ul className="plan-rows">
        {items.map(({ key, label, what, why, bytes }) => (
          <li key={key}>
            <label>
              <input type="checkbox" checked={!leftOut.has(key)} onChange={() => toggle(key)} />
              <span>
                <strong>{label}</strong>
                <span>{what}</span>
                <span className="dim">{why}</span>
              </span>
              <span className="plan-bytes">{bytes === null ? '' : sizeText(bytes)}</span>
            </label>
          </li>
        ))}
      </ul>
    </>
  );
}
