import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { Link } from 'react-router';
import classes from './Logo.module.css';

export function Logo() {
  return (
    <Link to="/" className={classes.logo}>
      <Mark size={30} />
      <span>Остаток</span>
    </Link>
  );
}
