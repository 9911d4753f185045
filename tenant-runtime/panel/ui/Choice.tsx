import { Toggles } from './Toggles.tsx';

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; count?: number }[];
  onChange: (value: T) => void;
}

/** A choice of one of several visible options; it scrolls sideways when there is no room. */
export function Choice<T extends string>({ value, onChange, ...rest }: ChoiceProps<T>) {
  return <Toggles {...rest} values={[value]} onToggle={onChange} />;
}
