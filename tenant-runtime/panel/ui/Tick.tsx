import classes from './Tick.module.css';

interface TickProps {
  label: string;
  checked: boolean;
  /** Some of what it stands for. */
  partly?: boolean;
  tabIndex?: number;
  onChange: (event: { shiftKey: boolean }) => void;
}

/** A checkbox as light as the rows it stands in: hundreds of them are drawn while scrolling. */
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
