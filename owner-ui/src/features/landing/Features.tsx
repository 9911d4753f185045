import { features } from './content.ts';
import classes from './Features.module.css';

export function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className={classes.section}>
      <h2 id="features-title">Всё, чем считают бар</h2>
      <ul className={classes.features}>
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <span className={classes.icon}>
              <Icon size={24} aria-hidden />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
