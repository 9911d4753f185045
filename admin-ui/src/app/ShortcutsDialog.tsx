import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { allPages } from '../tabs.ts';

const groups = [
  {
    title: 'Везде',
    keys: [
      ['Ctrl K', 'Найти запись, раздел или действие'],
      ['Ctrl Z', 'Отменить сделанное, пока это предлагают'],
      ['?', 'Эта подсказка'],
      ['Esc', 'Закрыть, снять выбор'],
    ],
  },
  {
    title: 'В списке',
    keys: [
      ['/', 'К поиску'],
      ['↑ ↓  k j', 'По строкам'],
      ['Enter', 'Открыть запись'],
      ['x', 'Выбрать строку'],
      ['Shift ↑ ↓', 'Выбрать подряд'],
      ['Ctrl A', 'Выбрать все найденные'],
      ['Home End', 'В начало, в конец'],
      ['Alt ↑ ↓', 'Переставить тариф'],
      ['Alt ↑ ↓ ← →', 'В меню столбцов: место и ширина'],
      ['a  r  e', 'Предложение: одобрить, отклонить, изменить'],
    ],
  },
  {
    title: 'Перейти',
    keys: allPages.map(({ code, label }) => [`g ${code.slice(3).toLowerCase()}`, label]),
  },
];

export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} maxWidth="md" aria-labelledby="shortcuts">
      <DialogTitle id="shortcuts">Клавиши</DialogTitle>
      <DialogContent className="shortcuts" tabIndex={0}>
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, what]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Закрыть</Button>
      </DialogActions>
    </Dialog>
  );
}
