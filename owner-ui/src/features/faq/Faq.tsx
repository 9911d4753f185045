import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { useInstallation } from '../../lib/public-facts.ts';
import { LinkButton } from '../../ui/site/LinkButton.tsx';
import { SitePage } from '../../ui/site/SitePage.tsx';
import classes from './Faq.module.css';
import { type Category, categories } from './questions.ts';
import { faqPageOf } from './structured-data.ts';

function CategoryView({ category }: { category: Category }) {
  return (
    <section aria-labelledby={category.id} className={classes.category}>
      <h2 id={category.id}>{category.title}</h2>
      <div className={classes.questions}>
        {category.questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>
              {question}
              <ChevronDown size={20} aria-hidden />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

function Unanswered() {
  const installation = useInstallation();
  const address = installation.state === 'known' ? installation.value.supportEmail : '';
  return (
    <section className={classes.unanswered} aria-labelledby="unanswered">
      <h2 id="unanswered">Не нашли ответа?</h2>
      <p>
        Напишите в поддержку: <a href={`mailto:${address}`}>{address || 'по почте'}</a>. Отвечаем в рабочие дни с 10:00
        до 18:00 МСК.
      </p>
      <div className={classes.buttons}>
        <LinkButton to="/register">Зарегистрироваться</LinkButton>
        <LinkButton to="/#demo" variant="default">
          Попробовать без регистрации
        </LinkButton>
      </div>
    </section>
  );
}

export function Faq() {
  return (
    <SitePage text>
      <div className={classes.page}>
        <header>
          <h1>Вопросы и ответы</h1>
          <nav className={classes.contents} aria-label="Темы">
            {categories.map(({ id, title }) => (
              <Link key={id} to={`#${id}`}>
                {title}
              </Link>
            ))}
          </nav>
        </header>
        {categories.map((category) => (
          <CategoryView key={category.id} category={category} />
        ))}
        <Unanswered />
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, as a data block */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: faqPageOf(categories) }} />
    </SitePage>
  );
}
