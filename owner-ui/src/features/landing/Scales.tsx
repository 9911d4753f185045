import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { Link } from 'react-router';
import classes from './Scales.module.css';

export function Scales() {
  return (
    <section aria-labelledby="scales-title" className={classes.scales}>
      <div>
        <p className={classes.bonus}>Бонус</p>
        <h2 id="scales-title">Bluetooth-весы знают, сколько в бутылке</h2>
        <p className={classes.text}>
          Поставьте бутылку на весы: вес тары возьмём из каталога, вычтем и запишем остаток в литрах — без мерного
          стакана и на глаз.
        </p>
        <p className={classes.text}>
          Нужны весы с шагом 1 г: кухонные, кофейные или торговые. Android читает их сам, для iPhone их подключает
          компьютер у бара.{' '}
          <Link className={classes.link} to="/faq#general">
            Какие весы подойдут
          </Link>
        </p>
      </div>
      <div className={classes.weighing}>
        <Mark size={132} fill={0.43} />
        <p>
          <strong>0,301 л</strong>
          <span>786 г − тара 500 г</span>
        </p>
      </div>
    </section>
  );
}
