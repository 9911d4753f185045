import { Kbd, Modal } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { isQuestion, isTyping } from '../lib/keys.ts';
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
  ...places.map(({ key, label }): [string[], string] => [['G', key], label]),
  [['?'], 'Эта подсказка'],
];

export function useHelpKey(open: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isQuestion(event) || isTyping(event.target)) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

export function KeyboardHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Клавиши" closeButtonProps={{ 'aria-label': 'Закрыть' }}>
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
