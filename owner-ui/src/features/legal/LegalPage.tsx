import { Anchor, Container, List, Text, Title } from '@mantine/core';
import { usePublicConfig } from '../../lib/public-config.ts';
import { useTitle } from '../../lib/use-title.ts';
import { Logo } from '../../ui/Logo.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { type Block, blocksOf } from './blocks.ts';
import classes from './LegalPage.module.css';

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'list')
    return (
      <List spacing="xs">
        {block.lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    );
  if (block.kind === 'title') return <Title order={1}>{block.text}</Title>;
  if (block.kind === 'paragraph') return <Text>{block.text}</Text>;
  return (
    <Title order={2} fz="1.375rem" mt="lg">
      {block.text}
    </Title>
  );
}

function Contact() {
  const supportEmail = usePublicConfig()?.supportEmail;
  if (!supportEmail) return null;
  return (
    <Text>
      Поддержка:{' '}
      <Anchor href={`mailto:${supportEmail}`} underline="always">
        {supportEmail}
      </Anchor>
    </Text>
  );
}

export function LegalPage({ name, markdown }: { name: string; markdown: string }) {
  useTitle(name);
  return (
    <Container size="sm" className={classes.page}>
      <header>
        <Logo />
      </header>
      <main className={classes.text}>
        {blocksOf(markdown).map((block) => (
          <BlockView key={block.kind === 'list' ? block.lines[0] : block.text} block={block} />
        ))}
        <Contact />
      </main>
      <footer className={classes.links}>
        <TextLink to="/">На главную</TextLink>
        <TextLink to="/terms">Условия</TextLink>
        <TextLink to="/privacy">Конфиденциальность</TextLink>
      </footer>
    </Container>
  );
}
