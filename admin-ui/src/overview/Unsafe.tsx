import { Link } from 'react-router';
import { useSecurity } from '../diagnostics/figures.ts';

/** That the installation is unsafe; nothing where it is not, or where nobody could tell. */
export function Unsafe() {
  const { data } = useSecurity(true);
  const unsafe = data?.findings.filter(({ level }) => level === 'unsafe') ?? [];
  if (unsafe.length === 0) return null;
  return (
    <section className="panel panel-warning" aria-labelledby="unsafe">
      <header className="panel-title">
        <h2 id="unsafe">Небезопасно: {unsafe.length.toLocaleString('ru-RU')}</h2>
        <Link to="/test?tab=security">Что исправить</Link>
      </header>
      <p className="overview-unsafe">{unsafe[0]?.message}</p>
    </section>
  );
}
