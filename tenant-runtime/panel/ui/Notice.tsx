import { Stack, Text, Title } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import type { ReactNode } from 'react';

interface NoticeProps {
  title: string;
  text?: string;
  /** The fill level of the logo. */
  fill?: number;
  /** The one suggested action. */
  children?: ReactNode;
}

/** Explains an empty page or an error and suggests what to do next. */
export function Notice({ title, text, fill = 0, children }: NoticeProps) {
  return (
    <Stack align="center" gap="md" pt="12vh" pb="xl" px="md" ta="center" maw={480} mx="auto">
      <Mark size={56} fill={fill} />
      <Title order={2} size="h3">
        {title}
      </Title>
      {text && <Text c="dimmed">{text}</Text>}
      {children}
    </Stack>
  );
}
