import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Logo } from '../Logo.tsx';
import classes from './SitePage.module.css';
import { TopBar } from './TopBar.tsx';

function Footer() {
  return (
    <footer className={classes.footer}>
      <div className={classes.columns}>
        <div className={classes.about}>
          <Logo />
          <p>Учёт остатков для баров и ресторанов: в чате, сканером, на весах.</p>
        </div>
        <nav className={classes.links} aria-label="Внизу страницы">
          <Link to="/faq">Вопросы и ответы</Link>
          <Link to="/terms">Условия использования</Link>
          <Link to="/privacy">Политика конфиденциальности</Link>
          <Link to="/company-info">Реквизиты</Link>
          {/* the server's own page, which is there when this application is not */}
          <a href="/status">Состояние сервиса</a>
        </nav>
      </div>
    </footer>
  );
}

/** The frame of every public page. `text` makes one narrow column for reading. */
export function SitePage({ text = false, children }: { text?: boolean; children: ReactNode }) {
  return (
    <div className={classes.site}>
      <a href="#main" className="skip-link">
        К содержанию
      </a>
      <TopBar />
      <main id="main" className={text ? classes.text : classes.main}>
        {children}
      </main>
      <Footer />
    </div>
  );
}
