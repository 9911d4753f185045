import { Picture } from './Picture.tsx';
import classes from './Showcase.module.css';

/** Screenshots of the real product, taken by `scripts/screenshots.mjs`. */
export function Showcase() {
  return (
    <section aria-labelledby="showcase-title">
      <h2 id="showcase-title">Так это выглядит за стойкой</h2>
      <p className={classes.lead}>Один остаток — в чате у бармена, в сканере на складе и в панели у вас.</p>
      <div className={classes.stage}>
        <figure className={classes.screen}>
          <Picture
            name="panel"
            width={1280}
            height={800}
            alt="Панель заведения: позиции, остаток, учёт, разница и кто изменил последним"
          />
        </figure>
        <figure className={classes.phone}>
          <Picture
            name="chat"
            width={390}
            height={780}
            alt="Чат с ботом: «Джемесон +0,7», и бот отвечает, сколько стало"
          />
        </figure>
      </div>
      <div className={classes.pair}>
        <figure className={classes.report}>
          <Picture
            name="report"
            width={1280}
            height={800}
            alt="Отчёт о расхождениях: недостача и излишек в рублях, по категориям и по позициям"
          />
          <figcaption>
            <strong>Расхождения</strong> — чего не хватает, в литрах и рублях, с порогом, который выбрали вы.
          </figcaption>
        </figure>
        <figure className={classes.scanner}>
          <Picture
            name="scanner"
            width={390}
            height={780}
            alt="Сканер в телефоне: позиция найдена, остаток и кнопки количества"
          />
          <figcaption>
            <strong>Сканер</strong> — на складе без связи: отправит, когда появится.
          </figcaption>
        </figure>
      </div>
    </section>
  );
}
