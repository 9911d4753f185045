import { Link } from 'react-router';
import { SitePage } from '../../ui/site/SitePage.tsx';
import { type Block, blocksOf, type Span } from './blocks.ts';
import classes from './LegalPage.module.css';

function SpanView({ span }: { span: Span }) {
  if (span.href) return <Link to={span.href}>{span.text}</Link>;
  return span.strong ? <strong>{span.text}</strong> : span.text;
}

const Spans = ({ spans }: { spans: Span[] }) => spans.map((span) => <SpanView key={span.text} span={span} />);

const textOf = (spans: Span[]): string => spans.map(({ text }) => text).join('');

/** The anchor of the heading «7. Возврат денег» is `#7`. */
const anchorOf = (heading: string): string | undefined => /^\d+/.exec(heading)?.[0];

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'title') return <h1>{block.text}</h1>;
  if (block.kind === 'heading') return <h2 id={anchorOf(block.text)}>{block.text}</h2>;
  if (block.kind === 'paragraph')
    return (
      <p>
        <Spans spans={block.spans} />
      </p>
    );
  return (
    <ul>
      {block.lines.map((line) => (
        <li key={textOf(line)}>
          <Spans spans={line} />
        </li>
      ))}
    </ul>
  );
}

const keyOf = (block: Block): string => {
  if (block.kind === 'list') return textOf(block.lines[0] ?? []);
  return block.kind === 'paragraph' ? textOf(block.spans) : block.text;
};

function Contents({ blocks }: { blocks: Block[] }) {
  const headings = blocks.flatMap((block) => (block.kind === 'heading' ? block.text : []));
  return (
    <nav className={classes.contents} aria-label="Разделы документа">
      <ol>
        {headings.map((heading) => (
          <li key={heading}>
            <Link to={`#${anchorOf(heading)}`}>{heading.replace(/^\d+\.\s*/, '')}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Renders a legal text from `templates/legal`. */
export function LegalPage({ markdown }: { markdown: string }) {
  const [title, ...rest] = blocksOf(markdown);
  const first = rest.findIndex(({ kind }) => kind === 'heading');
  return (
    <SitePage text>
      <article className={classes.text}>
        {title && <BlockView block={title} />}
        {rest.slice(0, first).map((block) => (
          <BlockView key={keyOf(block)} block={block} />
        ))}
        <Contents blocks={rest} />
        {rest.slice(first).map((block) => (
          <BlockView key={keyOf(block)} block={block} />
        ))}
      </article>
    </SitePage>
  );
}
