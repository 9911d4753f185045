import { ActionIcon, Menu } from '@mantine/core';
import { Copy, EllipsisVertical, Pencil, Reply } from 'lucide-react';
import classes from './MessageMenu.module.css';

interface MessageMenuProps {
  opened: boolean;
  onChange: (opened: boolean) => void;
  mine: boolean;
  onReply: () => void;
  onEdit?: (() => void) | undefined;
  /** The text of the message, if it has any. */
  text: string;
}

/** The menu of a message, opened by the button beside it or by a right click. */
export function MessageMenu({ opened, onChange, mine, onReply, onEdit, text }: MessageMenuProps) {
  return (
    <Menu opened={opened} onChange={onChange} position={mine ? 'bottom-end' : 'bottom-start'} returnFocus={false}>
      <Menu.Target>
        <ActionIcon className={classes.button} data-opened={opened || undefined} aria-label="Действия с сообщением">
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item className={classes.item} leftSection={<Reply size={18} aria-hidden />} onClick={onReply}>
          Ответить
        </Menu.Item>
        {onEdit && (
          <Menu.Item className={classes.item} leftSection={<Pencil size={18} aria-hidden />} onClick={onEdit}>
            Изменить
          </Menu.Item>
        )}
        {text && navigator.clipboard && (
          <Menu.Item
            className={classes.item}
            leftSection={<Copy size={18} aria-hidden />}
            onClick={() => void navigator.clipboard.writeText(text).catch(() => undefined)}
          >
            Копировать текст
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
