import { Button, Text, Title } from '@mantine/core';
import type { Feed } from '@ostatok/tenant-runtime/contract/feeds.endpoints.ts';
import { Plug } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '../../ui/Failure.tsx';
import { useIsSupport } from '../../workspace/workspace.ts';
import { FeedCard } from './FeedCard.tsx';
import { FeedForm } from './FeedForm.tsx';
import classes from './Feeds.module.css';
import { useCheckFeed, useFeeds } from './feeds.ts';
import { UploadAddress } from './UploadAddress.tsx';

/** Connections by which sales come by themselves. */
export function Feeds() {
  const { data: feeds, error, refetch } = useFeeds();
  const [form, setForm] = useState<{ feed?: Feed } | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const check = useCheckFeed();
  const isSupport = useIsSupport();

  function saved(feed: Feed, uploadPath: string | null): void {
    setForm(null);
    setSecret(uploadPath);
    if (feed.kind !== 'upload' && feed.enabled) check.mutate(feed.id);
  }

  if (error && !feeds) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!feeds) return null;
  return (
    <section className={classes.part} aria-labelledby="feeds-title">
      <div className={classes.title}>
        <Title order={2} size="h4" id="feeds-title">
          Подключения
        </Title>
        <Button
          variant="default"
          disabled={isSupport}
          leftSection={<Plug size={20} aria-hidden />}
          onClick={() => setForm({})}
        >
          Подключить кассу
        </Button>
      </div>
      {isSupport && <Text size="sm">Поддержка не управляет подключениями</Text>}
      {feeds.length === 0 ? (
        <Text c="dimmed" size="sm">
          Продажи могут приходить сами каждый день: с сервера iiko, из Poster, письмами или отчётом, который присылает
          касса
        </Text>
      ) : (
        <ul className={classes.feeds}>
          {feeds.map((feed) => (
            <FeedCard key={feed.id} feed={feed} onEdit={() => setForm({ feed })} onSecret={setSecret} />
          ))}
        </ul>
      )}
      {form && <FeedForm {...form} onClose={() => setForm(null)} onSaved={saved} />}
      {secret && <UploadAddress path={secret} onClose={() => setSecret(null)} />}
    </section>
  );
}
