import { PasswordInput, TextInput } from '@mantine/core';

const typed = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const;

interface MailFieldsProps {
  /** What is said of an empty password, of a feed that has one. */
  kept: string | undefined;
  bind: (name: 'address' | 'login' | 'password' | 'folder' | 'sender') => object;
}

/** Where letters with reports come to. */
export function MailFields({ kept, bind }: MailFieldsProps) {
  return (
    <>
      <TextInput
        label="Сервер почты"
        description="IMAP с TLS, обычно порт 993"
        placeholder="imap.yandex.ru:993"
        inputMode="url"
        {...typed}
        {...bind('address')}
      />
      <TextInput
        label="Логин"
        description="Лучше отдельный ящик, в который приходят только отчёты"
        placeholder="otchety@bar.example"
        inputMode="email"
        {...typed}
        {...bind('login')}
      />
      <PasswordInput
        label="Пароль"
        description={kept ?? 'Яндексу, Mail.ru и Gmail нужен пароль для приложений: он создаётся в настройках почты'}
        {...typed}
        {...bind('password')}
      />
      <TextInput label="Папка" description="INBOX — входящие" {...typed} {...bind('folder')} />
      <TextInput
        label="Отправитель"
        description="Чьи письма читать: адрес или его часть. Пусто — все письма папки"
        placeholder="reports@kassa.example"
        inputMode="email"
        {...typed}
        {...bind('sender')}
      />
    </>
  );
}
