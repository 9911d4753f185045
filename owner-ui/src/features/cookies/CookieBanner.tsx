import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import classes from './CookieBanner.module.css';
import { type Consent, readConsent, saveConsent } from './consent.ts';

const DELAY_MS = 1000;

/** Asks for consent once; a choice made in another tab applies here too. */
export function CookieBanner() {
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAsking(readConsent(localStorage) === null), DELAY_MS);
    const onStorage = () => readConsent(localStorage) !== null && setAsking(false);
    window.addEventListener('storage', onStorage);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('storage', onStorage);
    };
  }, []);
  if (!asking) return null;

  function choose(consent: Consent) {
    saveConsent(localStorage, consent, new Date());
    setAsking(false);
  }

  return (
    <section className={classes.banner} aria-label="Согласие на cookie">
      <p className={classes.text}>
        Храним в браузере данные входа и ваши настройки. Чужой рекламы и слежки нет.{' '}
        <Link to="/privacy">Подробнее</Link>
      </p>
      <button type="button" className={classes.close} aria-label="Закрыть" onClick={() => choose('declined')}>
        <X size={20} aria-hidden />
      </button>
      <div className={classes.buttons}>
        <button type="button" className={classes.accept} onClick={() => choose('accepted')}>
          Принять
        </button>
        <button type="button" className={classes.decline} onClick={() => choose('declined')}>
          Только необходимые
        </button>
      </div>
    </section>
  );
}
