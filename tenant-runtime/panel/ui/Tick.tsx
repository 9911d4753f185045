import classes from './Tick.module.css';

interface TickProps {
  label: string;
  checked: boolean;
  /** Whether only some of the rows that it stands for are selected. */
  partly?: boolean;
  tabIndex?: number;
  onChange: (event: { shiftKey: boolean }) => void;
}

/** A lightweight checkbox, because hundreds of rows with one are rendered while scrolling. */
export function Tick({ label, checked, partly = false, tabIndex = -1, onChange }: TickProps) {
  return (
    <label className={classes.tick}>
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        tabIndex={tabIndex}
        ref={(box) => {
          if (box) box.indeterminate = partly;
        }}
        onChange={(event) => onChange({ shiftKey: (event.nativeEvent as MouseEvent).shiftKey ?? false })}
      />
    </label>
  );
}
