import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core';
import {
  CircleUserRound,
  Keyboard,
  KeyRound,
  Laptop,
  LogOut,
  MonitorSmartphone,
  Moon,
  QrCode,
  ScanBarcode,
  Send,
  Sun,
  Weight,
} from 'lucide-react';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { isQuestion, isTyping } from '../keyboard/keys.ts';
import { useKeyDown } from '../keyboard/use-key-down.ts';
import { openWeighing } from '../scales/weighing.ts';
import { signOut } from '../session/sign-out.ts';
import { LaterPart } from '../ui/LaterPart.tsx';
import { useMessenger } from '../users/messengers.ts';
import { useIsSupport, useWorkspace } from '../workspace/workspace.ts';
import { KeyboardHelp, MessengerDialog, PasswordDialog, SessionsDialog } from './later-parts.ts';

const schemes = [
  { value: 'light', label: 'Светлая', icon: Sun },
  { value: 'dark', label: 'Тёмная', icon: Moon },
  { value: 'auto', label: 'Как в системе', icon: MonitorSmartphone },
] as const;

function SchemeItems() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return schemes.map(({ value, label, icon: Icon }) => (
    <Menu.Item
      key={value}
      leftSection={<Icon size={18} aria-hidden />}
      onClick={() => setColorScheme(value)}
      aria-current={colorScheme === value}
      fw={colorScheme === value ? 700 : undefined}
    >
      {label}
    </Menu.Item>
  ));
}

interface DialogProps {
  onClose: () => void;
}

const TelegramDialog = (props: DialogProps) => <MessengerDialog messenger="telegram" {...props} />;
const MaxDialog = (props: DialogProps) => <MessengerDialog messenger="max" {...props} />;

const dialogs = {
  help: KeyboardHelp,
  password: PasswordDialog,
  sessions: SessionsDialog,
  telegram: TelegramDialog,
  max: MaxDialog,
};
type Dialog = keyof typeof dialogs;

/** A support visit shows none of these: it has no password and ends by itself. */
function SignInItems({ onOpen }: { onOpen: (dialog: Dialog) => void }) {
  return useIsSupport() ? null : <OwnItems onOpen={onOpen} />;
}

function OwnItems({ onOpen }: { onOpen: (dialog: Dialog) => void }) {
  const { data: telegram } = useMessenger('telegram');
  const { data: max } = useMessenger('max');
  return (
    <>
      <Menu.Item leftSection={<Send size={18} aria-hidden />} onClick={() => onOpen('telegram')}>
        {telegram?.linked ? 'Отключить Telegram' : 'Подключить Telegram'}
      </Menu.Item>
      {(max?.bot || max?.linked) && (
        <Menu.Item leftSection={<Send size={18} aria-hidden />} onClick={() => onOpen('max')}>
          {max.linked ? 'Отключить MAX' : 'Подключить MAX'}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<KeyRound size={18} aria-hidden />} onClick={() => onOpen('password')}>
        Сменить пароль
      </Menu.Item>
      <Menu.Item leftSection={<Laptop size={18} aria-hidden />} onClick={() => onOpen('sessions')}>
        Выйти на всех устройствах
      </Menu.Item>
    </>
  );
}

export function PersonMenu() {
  const { user } = useWorkspace();
  const [open, setOpen] = useState<Dialog | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const Opened = open && dialogs[open];
  useKeyDown((event) => {
    if (!isQuestion(event) || isTyping(event.target)) return;
    event.preventDefault();
    setOpen('help');
  });
  return (
    <>
      <Menu
        withInitialFocusPlaceholder={false}
        position="bottom-end"
        width={280}
        shadow="md"
        styles={{ item: { minHeight: '3rem' }, dropdown: { maxHeight: 'calc(100dvh - 5rem)', overflowY: 'auto' } }}
      >
        <Menu.Target>
          <ActionIcon aria-label={`Меню: ${user.name || user.username}`}>
            <CircleUserRound size={24} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.name || user.username}</Menu.Label>
          <Menu.Item component="a" href="/scan/" leftSection={<ScanBarcode size={18} aria-hidden />}>
            Сканер
          </Menu.Item>
          <Menu.Item component={Link} to="/settings" leftSection={<QrCode size={18} aria-hidden />}>
            Вход на телефоне
          </Menu.Item>
          <Menu.Item leftSection={<Weight size={18} aria-hidden />} onClick={() => openWeighing()}>
            Взвесить
          </Menu.Item>
          <Menu.Item leftSection={<Keyboard size={18} aria-hidden />} onClick={() => setOpen('help')}>
            Клавиши
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Тема</Menu.Label>
          <SchemeItems />
          <Menu.Divider />
          <SignInItems onOpen={setOpen} />
          <Menu.Item leftSection={<LogOut size={18} aria-hidden />} onClick={signOut}>
            Выйти
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {Opened && (
        <LaterPart onClose={close}>
          <Opened onClose={close} />
        </LaterPart>
      )}
    </>
  );
}
