import { ActionIcon, Center, Loader, SegmentedControl, Text, Title } from '@mantine/core';
import type { SandboxMail, SandboxMailHead } from '@ostatok/api/contract/mailbox.ts';
import { formatDateTime } from '@ostatok/kit/web/format.ts';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTitle } from '../../lib/use-title.ts';
import { Logo } from '../../ui/Logo.tsx';
import { PageLoading } from '../../ui/PageLoading.tsx';
import classes from './MailPage.module.css';
import { useMail, useMails } from './mails.ts';

function MailList({
  mails,
  current,
  onPick,
}: {
  mails: SandboxMailHead[];
  current: string | null;
  onPick: (id: string) => void;
}) {
  if (mails.length === 0)
    return (
      <Text c="dimmed" p="md">
        Писем пока нет. Зарегистрируйтесь или восстановите пароль — письмо появится здесь.
      </Text>
    );
  return (
    <ul className={classes.list}>
      {mails.map((mail) => (
        <li key={mail.id}>
          <button
            type="button"
            className={classes.line}
            aria-current={mail.id === current || undefined}
            onClick={() => onPick(mail.id)}
          >
            <span className={classes.lineTop}>
              <span>{mail.to}</span>
              <time dateTime={mail.date}>{formatDateTime(mail.date)}</time>
            </span>
            <strong>{mail.subject || 'Без темы'}</strong>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Opens an email's links in a new tab; the sandboxed frame keeps scripts, forms and our storage out of its reach. */
const framed = (html: string): string => `<base target="_blank">${html}`;

function Body({ mail }: { mail: SandboxMail }) {
  const [part, setPart] = useState(mail.html ? 'html' : 'text');
  return (
    <>
      {mail.html && mail.text && (
        <SegmentedControl
          className={classes.parts}
          value={part}
          onChange={setPart}
          data={[
            { value: 'html', label: 'Письмо' },
            { value: 'text', label: 'Текст' },
          ]}
        />
      )}
      {part === 'html' && mail.html ? (
        <iframe
          className={classes.frame}
          title={mail.subject}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={framed(mail.html)}
        />
      ) : (
        <pre className={classes.text}>{mail.text}</pre>
      )}
    </>
  );
}

function Letter({ id, onBack }: { id: string; onBack: () => void }) {
  const { data: mail, error } = useMail(id);
  return (
    <article className={classes.letter}>
      <header className={classes.letterHeader}>
        <ActionIcon className={classes.back} aria-label="К списку писем" onClick={onBack}>
          <ArrowLeft size={22} aria-hidden />
        </ActionIcon>
        <div>
          <Title order={1} fz="1.375rem">
            {mail ? mail.subject || 'Без темы' : 'Письмо'}
          </Title>
          {mail && (
            <Text c="dimmed">
              Кому: {mail.to}, {formatDateTime(mail.date)}
            </Text>
          )}
        </div>
      </header>
      {mail ? (
        <Body mail={mail} />
      ) : (
        <Center flex={1}>{error ? <Text c="dimmed">Письмо не открылось</Text> : <Loader type="dots" />}</Center>
      )}
    </article>
  );
}

export function MailPage() {
  useTitle('Письма');
  const mails = useMails();
  const [query, setQuery] = useSearchParams();
  const id = query.get('id');
  if (!mails.data) return <PageLoading />;
  return (
    <main className={classes.page} data-open={id !== null || undefined}>
      <aside className={classes.sidebar} aria-label="Письма">
        <div className={classes.top}>
          <Logo />
          <Text component="span" c="dimmed" fz="sm" fw={600}>
            почта песочницы
          </Text>
        </div>
        <MailList mails={mails.data} current={id} onPick={(mail) => setQuery({ id: mail })} />
      </aside>
      <div className={classes.main}>
        {id ? (
          <Letter key={id} id={id} onBack={() => setQuery({})} />
        ) : (
          <Center flex={1}>{mails.data.length > 0 && <Text c="dimmed">Выберите письмо</Text>}</Center>
        )}
      </div>
    </main>
  );
}
