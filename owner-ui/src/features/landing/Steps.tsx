import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { steps } from './content.ts';
import classes from './Steps.module.css';

/** The logo's level rises from step to step. */
const LEVELS = [0.25, 0.5, 0.7];

export function Steps() {
  return (
    <section aria-labelledby="steps-title">
      <h2 id="steps-title">Три шага до подсчёта</h2>
      <ol className={classes.steps}>
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <Mark size={72} fill={LEVELS[index]} />
            <div>
              <h3>
                {index + 1}. {title}
              </h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
