import type { PublicStats } from '@ostatok/api/contract/public.endpoints.ts';
import { useState } from 'react';
import { useStatsInPublic } from '../../lib/public-facts.ts';
import { LinkButton } from '../../ui/site/LinkButton.tsx';
import { CountingScene } from '../../ui/stock/CountingScene.tsx';
import classes from './Hero.module.css';
import { Start } from './Start.tsx';
import { shortCount } from './short-count.ts';

const unknown: PublicStats = { clientCount: 10, productCount: 100_000 };

function Facts() {
  const stats = useStatsInPublic();
  const { clientCount, productCount } = stats.state === 'known' ? stats.value : unknown;
  const facts = [
    { value: '5 минут', label: 'до первого подсчёта' },
    { value: '99,5%', label: 'времени на связи' },
    { value: shortCount(clientCount), label: 'клиентов' },
    { value: shortCount(productCount), label: 'товаров в каталоге' },
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(({ value, label }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Hero() {
  const [tries, setTries] = useState(0);
  return (
    <section className={classes.hero} aria-labelledby="headline">
      <div className={classes.words}>
        <h1 id="headline" className={classes.headline}>
          Остатки бара&nbsp;— одной строкой в&nbsp;чате
        </h1>
        <p className={classes.lead}>
          Бармен пишет «Джемесон&nbsp;+0,7»&nbsp;— и остаток уже новый: в панели, в отчёте, в Excel. Без тетрадей и
          пересчёта в ночь на понедельник.
        </p>
        <div className={classes.buttons}>
          <Start label="Начать бесплатно" />
          <LinkButton to="/#demo" size="lg" variant="default" onClick={() => setTries(tries + 1)}>
            Попробовать здесь
          </LinkButton>
        </div>
      </div>
      <div id="demo" className={classes.demo}>
        <CountingScene tries={tries} />
      </div>
      <Facts />
    </section>
  );
}
