import { Button, Modal, NativeSelect, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { Feed } from '@ostatok/tenant-runtime/contract/feeds.endpoints.ts';
import {
  addFeedSchema,
  DEFAULT_FOLDER,
  type FeedKind,
  feedNames,
  updateFeedSchema,
} from '@ostatok/tenant-runtime/contract/feeds.ts';
import { useFormWithToasts } from '../../forms/use-form-with-toasts.ts';
import { Choice } from '../../ui/Choice.tsx';
import { hourOptions } from './feed-labels.ts';
import { useAddFeed, useUpdateFeed } from './feeds.ts';
import { MailFields } from './MailFields.tsx';
import { useSources } from './sales.ts';

/** No source is chosen: reports that are sent say themselves of which they are. */
const NONE = '';
const NEW = 'new';

const kinds: readonly FeedKind[] = ['iiko', 'poster', 'mail', 'upload'];

interface Values {
  kind: FeedKind;
  name: string;
  source: string;
  address: string;
  login: string;
  password: string;
  token: string;
  store: string;
  folder: string;
  sender: string;
  hour: string;
}

const valuesOf = (feed: Feed | undefined): Values => ({
  kind: feed?.kind ?? 'iiko',
  name: feed?.name ?? '',
  source: feed?.source ? String(feed.source.id) : NONE,
  address: feed?.address ?? '',
  login: feed?.login ?? '',
  password: '',
  token: '',
  store: feed?.store ?? '',
  folder: feed?.folder ?? DEFAULT_FOLDER,
  sender: feed?.sender ?? '',
  hour: String(feed?.hour ?? 9),
});

/** What is sent of the fields that this kind has; an empty secret of a feed that is there stays what it was. */
function payloadOf({ kind, name, source, hour, store, folder, sender, address, login, password, token }: Values) {
  const shared = { kind, hour: Number(hour), ...(name.trim() && { name }) };
  const chosen = source === NONE || source === NEW ? null : Number(source);
  const sent = { ...shared, source_id: chosen };
  if (kind === 'upload') return sent;
  if (kind === 'mail')
    return { ...sent, address, login, folder, sender: sender.trim() || null, ...(password && { password }) };
  const pulled = { ...shared, store: store.trim() || null, ...(source !== NONE && { source_id: chosen }) };
  if (kind === 'poster') return { ...pulled, ...(token && { token }) };
  return { ...pulled, address, login, ...(password && { password }) };
}

const hourNotes: Partial<Record<FeedKind, string>> = {
  upload: 'Через три часа после него скажем, что отчёта нет',
  mail: 'С этого часа смотрим почту каждый час. Через три часа скажем, что отчёта нет',
};

const typed = { autoCapitalize: 'none', autoComplete: 'off', spellCheck: false } as const;

interface FeedFormProps {
  /** The feed that is changed; absent for a new one. */
  feed?: Feed;
  onClose: () => void;
  onSaved: (feed: Feed, uploadPath: string | null) => void;
}

/** Adds a feed or changes one. */
export function FeedForm({ feed, onClose, onSaved }: FeedFormProps) {
  const add = useAddFeed();
  const update = useUpdateFeed(feed?.id ?? 0);
  const { data: sources = [] } = useSources();
  const { formik, form, bind } = useFormWithToasts<Values, ReturnType<typeof payloadOf>>({
    schema: feed ? updateFeedSchema : addFeedSchema,
    initialValues: valuesOf(feed),
    payloadOf,
    async onSubmit(payload) {
      if (feed) return onSaved(await update.mutateAsync(payload), null);
      const added = await add.mutateAsync(payload);
      onSaved(added.feed, added.upload_path);
    },
  });
  const { values } = formik;
  const { kind } = values;
  const kept = feed ? 'Пусто — прежний останется' : undefined;
  const isSent = kind === 'upload' || kind === 'mail';
  const fitting = sources.filter((source) => isSent || source.kind === kind || source.kind === 'table');
  const isUnanswered = !isSent && fitting.length > 0 && values.source === NONE;
  return (
    <Modal opened onClose={onClose} title={feed ? 'Подключение' : 'Новое подключение'}>
      <form {...form}>
        <Stack>
          {!feed && (
            <Choice
              label="Откуда продажи"
              value={kind}
              options={kinds.map((value) => ({ value, label: feedNames[value] }))}
              onChange={(value) => void formik.setValues({ ...values, kind: value, source: NONE })}
            />
          )}
          {kind === 'iiko' && (
            <>
              <TextInput
                label="Адрес"
                description="Тот, по которому входит iikoOffice. Нужен API: лицензия iikoAPIServer"
                placeholder="https://bar.iiko.it:443/resto"
                inputMode="url"
                {...typed}
                {...bind('address')}
              />
              <TextInput
                label="Логин"
                description="Лучше отдельный пользователь, которому видны только отчёты"
                {...typed}
                {...bind('login')}
              />
              <PasswordInput label="Пароль" description={kept} {...typed} {...bind('password')} />
            </>
          )}
          {kind === 'poster' && (
            <PasswordInput
              label="Токен"
              description={kept ?? 'В Poster: Доступ → Интеграция → Личная интеграция'}
              {...typed}
              {...bind('token')}
            />
          )}
          {kind === 'mail' && <MailFields kept={kept} bind={bind} />}
          {!isSent && (
            <TextInput
              label={kind === 'iiko' ? 'Склад' : 'Номер точки'}
              description="Если нужен только один; пусто — продажи со всех"
              {...bind('store')}
            />
          )}
          {(isSent || fitting.length > 0) && (
            <NativeSelect
              size="md"
              label="Чьи это продажи"
              description={
                isSent
                  ? 'Второй кассе лучше завести своё подключение'
                  : 'Если отчёты этой кассы уже загружали, выберите её'
              }
              data={[
                ...(isSent || values.source === NONE
                  ? [{ value: NONE, label: isSent ? 'Как скажет отчёт' : 'Выберите кассу' }]
                  : []),
                ...fitting.map(({ id, name }) => ({ value: String(id), label: name })),
                ...(isSent ? [] : [{ value: NEW, label: 'Новая касса' }]),
              ]}
              {...bind('source')}
            />
          )}
          <NativeSelect
            size="md"
            label={isSent ? 'К какому часу ждать отчёт' : 'После какого часа забирать'}
            description={hourNotes[kind] ?? 'Когда вчерашний день уже закрыт'}
            data={hourOptions}
            {...bind('hour')}
          />
          <TextInput
            label="Название"
            description={feed ? undefined : 'Если подключений несколько'}
            placeholder={feedNames[kind]}
            {...bind('name')}
          />
          <Button type="submit" disabled={isUnanswered} loading={formik.isSubmitting}>
            {feed ? 'Сохранить' : 'Подключить'}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
