import { Kbd, Modal } from '@mantine/core';
import classes from './KeyboardHelp.module.css';
import { places } from './places.ts';

const keys: [string[], string][] = [
  [['/'], 'Найти позицию'],
  [['↑', '↓'], 'Перейти по строкам'],
  [['+'], 'Приход'],
  [['−'], 'Расход'],
  [['='], 'Записать, сколько стало'],
  [['Enter'], 'Открыть позицию, записать изменение'],
  [['E'], 'Править карточку (администратор)'],
  [['J', 'K'], 'Следующая, предыдущая позиция в карточке'],
  [['Пробел'], 'Выбрать строку (администратор)'],
  [['Shift', '↑↓'], 'Выбрать несколько строк'],
  [['Ctrl', 'A'], 'Выбрать все показанные'],
  [['Esc'], 'Закрыть, снять выбор, очистить поиск'],
  [['W'], 'Взвесить'],
  [['N'], 'Следующая нерешённая строка поставки (администратор)'],
  [['1', '2', '3'], 'В строке поставки: предложенная позиция'],
  [['Delete'], 'В строке поставки: не на склад'],
  ...places.map(({ key, label }): [string[], string] => [['G', key], label]),
  [['?'], 'Эта подсказка'],
];

export function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Клавиши">
      <dl className={classes.keys}>
        {keys.map(([strokes, meaning]) => (
          <div key={meaning} className={classes.line}>
            <dt>
              {strokes.map((stroke) => (
                <Kbd key={stroke} size="md" mr={4}>
                  {stroke}
                </Kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
