import { formatQuantity } from '@ostatok/kit/web/format.ts';
import { Choice } from '../ui/Choice.tsx';
import classes from './PresetTareChoice.module.css';
import type { PresetTareUse } from './preset-tare.ts';

/** No name of a preset tare is empty. */
const NOTHING = '';

/** Chooses what stands on the bottle, whose weight is subtracted. */
export function PresetTareChoice({ options, chosen, choose }: PresetTareUse) {
  if (options.length === 0) return null;
  return (
    <div className={classes.choice}>
      <span className={classes.heading} aria-hidden>
        Стоит на бутылке
      </span>
      <Choice
        label="Что стоит на бутылке"
        value={chosen?.name ?? NOTHING}
        options={[
          { value: NOTHING, label: 'Без всего' },
          ...options.map(({ name, grams }) => ({ value: name, label: `${name} ${formatQuantity(grams, 'г')}` })),
        ]}
        onChange={(name) => choose(options.find((option) => option.name === name))}
      />
    </div>
  );
}
