import { SitePage } from '../../ui/site/SitePage.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import classes from './Landing.module.css';
import { Pricing } from './Pricing.tsx';
import { Scales } from './Scales.tsx';
import { Showcase } from './Showcase.tsx';
import { Start } from './Start.tsx';
import { Steps } from './Steps.tsx';

export function Landing() {
  return (
    <SitePage>
      <Hero />
      <Features />
      <Showcase />
      <Steps />
      <Scales />
      <Pricing />
      <section className={classes.final} aria-labelledby="final-title">
        <h2 id="final-title">Посчитайте бар сегодня вечером</h2>
        <p>Пять минут на настройку, карта не нужна.</p>
        <Start label="Создать заведение" />
      </section>
    </SitePage>
  );
}
