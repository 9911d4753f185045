import { VisuallyHidden } from '@mantine/core';
import classes from './Lines.module.css';

/** `hidden`: the expected quantity is hidden from this user by a blind count. */
export function LinesHead({ open, hidden }: { open: boolean; hidden: boolean }) {
  return (
    <thead className={classes.headGroup}>
      <tr aria-rowindex={1} className={classes.head}>
        <th scope="col">
          <VisuallyHidden>Состояние</VisuallyHidden>
        </th>
        <th scope="col">Позиция</th>
        <th scope="col" className={classes.right}>
          Посчитано
        </th>
        {!hidden && (
          <>
            <th scope="col" className={classes.expected}>
              Должно быть
            </th>
            <th scope="col" className={classes.difference}>
              Разница
            </th>
            <th scope="col" className={classes.loss}>
              Деньги
            </th>
          </>
        )}
        {open && (
          <th scope="col" className={classes.add}>
            Добавить
          </th>
        )}
      </tr>
    </thead>
  );
}
