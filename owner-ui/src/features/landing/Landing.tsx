import { Button, Text, Title } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useSession } from '../../lib/session.ts';
import { Logo } from '../../ui/Logo.tsx';
import { CountingScene } from '../../ui/stock/CountingScene.tsx';
import { features, steps } from './content.ts';
import classes from './Landing.module.css';
import { Pricing } from './Pricing.tsx';
import { shortCount } from './short-count.ts';
import { usePublicStats } from './stats.ts';
import { TopBar } from './TopBar.tsx';

/** Keeps a dash at its word's end and a preposition at its word. */
const NBSP = '\u00a0';

function Start({ label }: { label: string }) {
  const signedIn = useSession() !== null;
  return (
    <Button component={Link} to={signedIn ? '/dashboard' : '/register'} size="lg">
      {signedIn ? 'К моим заведениям' : label}
    </Button>
  );
}

function Facts() {
  const { clientCount, productCount } = usePublicStats();
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

function Hero() {
  return (
    <section className={classes.hero}>
      <div>
        <h1 className={classes.headline}>
          Остатки бара{NBSP}— одной строкой в{NBSP}чате
        </h1>
        <Text className={classes.lead}>
          Бармен пишет «Джемесон +0,7» — и остаток уже новый: в панели, в отчёте, в Excel. Без тетрадей и пересчёта в
          ночь на понедельник.
        </Text>
        <div className={classes.buttons}>
          <Start label="Начать бесплатно" />
          <Button component="a" href="#features" size="lg" variant="default">
            Что умеет
          </Button>
        </div>
      </div>
      <div id="demo">
        <CountingScene />
      </div>
    </section>
  );
}

function Features() {
  return (
    <section id="features" aria-labelledby="features-title" className={classes.section}>
      <Title order={2} id="features-title">
        Всё, чем считают бар
      </Title>
      <ul className={classes.features}>
        {features.map(({ icon: Icon, title, text }) => (
          <li key={title}>
            <Icon size={26} aria-hidden />
            <Title order={3} fz="1.0625rem">
              {title}
            </Title>
            <Text c="dimmed">{text}</Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps() {
  return (
    <section aria-labelledby="steps-title" className={classes.section}>
      <Title order={2} id="steps-title">
        Три шага до подсчёта
      </Title>
      <ol className={classes.steps}>
        {steps.map(({ title, text }, index) => (
          <li key={title}>
            <Mark size={56} fill={[0.25, 0.5, 0.7][index]} />
            <div>
              <Title order={3}>{title}</Title>
              <Text c="dimmed">{text}</Text>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Scales() {
  return (
    <section aria-labelledby="scales-title" className={classes.scales}>
      <div>
        <Title order={2} id="scales-title">
          Bluetooth-весы знают, сколько в бутылке
        </Title>
        <Text mt="sm">
          Поставьте бутылку на весы: вес тары возьмём из каталога, вычтем и запишем остаток в литрах — без мерного
          стакана и на глаз.
        </Text>
      </div>
      <div className={classes.weighing} aria-hidden>
        <Mark size={120} fill={0.43} />
        <p>
          <strong>0,301 л</strong>
          <span>786 г − тара 500 г</span>
        </p>
      </div>
    </section>
  );
}

export function Landing() {
  useEffect(() => {
    document.title = 'Остаток — учёт остатков для баров и ресторанов';
  }, []);
  return (
    <>
      <a href="#main" className="skip-link">
        К содержанию
      </a>
      <TopBar />
      <main id="main" className={classes.page}>
        <Hero />
        <Facts />
        <Features />
        <Steps />
        <Scales />
        <Pricing />
        <section className={classes.final} aria-label="Начать">
          <Title order={2}>Сегодня вечером посчитайте за пять минут</Title>
          <Start label="Создать заведение" />
        </section>
      </main>
      <footer className={classes.footer}>
        <Logo />
        <nav className={classes.legal} aria-label="Документы">
          <Link to="/terms">Условия</Link>
          <Link to="/privacy">Конфиденциальность</Link>
        </nav>
      </footer>
    </>
  );
}
