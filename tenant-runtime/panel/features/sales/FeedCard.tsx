import { Alert, Badge, Button } from '@mantine/core';
import { formatDateTime } from '@ostatok/kit/web/format.ts';
import type { Feed } from '@ostatok/tenant-runtime/contract/feeds.endpoints.ts';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { messageOf } from '../../client/api.ts';
import { useVenue } from '../../venue/venue.ts';
import { useIsSupport } from '../../workspace/workspace.ts';
import classes from './Feeds.module.css';
import { daysNote, feedNote, stateLabel } from './feed-labels.ts';
import { useCheckFeed, useNewSecret, useRemoveFeed, useUpdateFeed } from './feeds.ts';

interface FeedCardProps {
  feed: Feed;
  onEdit: () => void;
  onSecret: (path: string) => void;
}

type Asked = 'remove' | 'secret' | null;

/** Asks once, in its own place, before something ends that cannot be had back. */
function Question({ feed, asked, onClose, onSecret }: FeedCardProps & { asked: Asked; onClose: () => void }) {
  const remove = useRemoveFeed(feed.id);
  const renew = useNewSecret(feed.id);
  const isRemoval = asked === 'remove';
  const onSettled = onClose;
  const answer = (): void =>
    isRemoval
      ? remove.mutate(undefined, { onSettled })
      : renew.mutate(undefined, { onSuccess: ({ upload_path }) => onSecret(upload_path ?? ''), onSettled });
  return (
    <div role="alert" className={classes.buttons}>
      {isRemoval
        ? 'Удалить подключение? Продажи, которые пришли, останутся'
        : 'Прежний адрес перестанет принимать отчёты'}
      <Button
        autoFocus
        size="compact-sm"
        color={isRemoval ? 'red' : undefined}
        loading={remove.isPending || renew.isPending}
        onClick={answer}
      >
        {isRemoval ? 'Удалить' : 'Сменить адрес'}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onClose}>
        Оставить
      </Button>
    </div>
  );
}

/** A certificate that no authority vouches for: whose it is only people can know. */
function Certificate({ feed, fingerprint }: { feed: Feed; fingerprint: string }) {
  const update = useUpdateFeed(feed.id);
  const check = useCheckFeed();
  // this question is gone by then: what is called back to it would not be heard
  const trust = (): void =>
    void update.mutateAsync({ fingerprint }).then(
      () => check.mutate(feed.id),
      (error: unknown) => toast.error(messageOf(error)),
    );
  return (
    <div className={classes.certificate}>
      Отпечаток SHA-256:
      <code className={classes.fingerprint}>{fingerprint}</code>
      <Button size="compact-sm" variant="default" loading={update.isPending || check.isPending} onClick={trust}>
        Это наш сервер, доверять
      </Button>
    </div>
  );
}

/** One feed: whether it works, what it has brought, and what to do where it does not. */
export function FeedCard({ feed, onEdit, onSecret }: FeedCardProps) {
  const { timezone } = useVenue();
  const [asked, setAsked] = useState<Asked>(null);
  const isSupport = useIsSupport();
  const update = useUpdateFeed(feed.id);
  const check = useCheckFeed();
  const [label, colour] = stateLabel(feed);
  const isPulled = feed.kind !== 'upload';
  const size = 'compact-sm';
  const turn = (): void =>
    update.mutate(
      { enabled: !feed.enabled },
      {
        onSuccess: ({ enabled }) => void (enabled && isPulled && !feed.refused && check.mutate(feed.id)),
        onError: (error) => void toast.error(messageOf(error)),
      },
    );
  return (
    <li className={classes.feed} data-state={feed.state}>
      <div className={classes.head}>
        <b className={classes.name}>{feed.name}</b>
        <Badge color={colour}>{label}</Badge>
      </div>
      <span className={classes.note}>{feedNote(feed)}</span>
      <span>
        {daysNote(feed)}
        {feed.tried_at && (
          <span className={classes.note}>
            {' '}
            · {isPulled ? 'проверяли' : 'последний отчёт'} {formatDateTime(feed.tried_at, timezone)}
          </span>
        )}
      </span>
      {feed.error && feed.enabled && (
        <Alert color="red" variant="light" className={classes.error}>
          {feed.error}
          {feed.seen_fingerprint && !isSupport && <Certificate feed={feed} fingerprint={feed.seen_fingerprint} />}
        </Alert>
      )}
      {asked ? (
        <Question feed={feed} asked={asked} onEdit={onEdit} onSecret={onSecret} onClose={() => setAsked(null)} />
      ) : (
        <div className={classes.buttons}>
          {isPulled && feed.enabled && !feed.refused && (
            <Button
              size={size}
              variant="light"
              loading={check.isPending || feed.busy}
              onClick={() => check.mutate(feed.id)}
            >
              Проверить сейчас
            </Button>
          )}
          <Button size={size} variant={feed.refused ? 'light' : 'default'} disabled={isSupport} onClick={onEdit}>
            Изменить
          </Button>
          <Button size={size} variant="default" disabled={isSupport} loading={update.isPending} onClick={turn}>
            {feed.enabled ? 'Выключить' : 'Включить'}
          </Button>
          {!isPulled && (
            <Button size={size} variant="default" disabled={isSupport} onClick={() => setAsked('secret')}>
              Новый адрес
            </Button>
          )}
          <Button size={size} variant="subtle" color="gray" disabled={isSupport} onClick={() => setAsked('remove')}>
            Удалить
          </Button>
        </div>
      )}
    </li>
  );
}
