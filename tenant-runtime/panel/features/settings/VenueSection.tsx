import { useVenue } from '../../venue/venue.ts';
import { Section } from './Section.tsx';
import classes from './Settings.module.css';

export function VenueSection() {
  const { name, timezone } = useVenue();
  const now = new Intl.DateTimeFormat('ru-RU', { timeZone: timezone, hour: '2-digit', minute: '2-digit' });
  return (
    <Section id="venue" title="Заведение">
      <dl className={classes.facts}>
        <div>
          <dt>Название</dt>
          <dd>{name}</dd>
        </div>
        <div>
          <dt>Часовой пояс</dt>
          <dd>
            {timezone}, сейчас {now.format(new Date())}
          </dd>
        </div>
      </dl>
    </Section>
  );
}
