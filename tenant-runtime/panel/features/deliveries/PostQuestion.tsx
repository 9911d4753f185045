import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { formatDateTime } from '@ostatok/kit/web/format.ts';
import { Link } from 'react-router';
import { useVenue } from '../../venue/venue.ts';
import classes from './Deliveries.module.css';
import { type Question, type TouchedCount, touchedCounts } from './posting.ts';
import type { Posting } from './use-posting.ts';

const SHOWN_ITEMS = 5;

function Touched({ count: { id, title, at, items } }: { count: TouchedCount }) {
  const { timezone } = useVenue();
  const more = items.length > SHOWN_ITEMS ? ` и ещё ${items.length - SHOWN_ITEMS}` : '';
  return (
    <li>
      {id === null ? (
        <b>{title}</b>
      ) : (
        <Anchor component={Link} to={`/counts/${id}`}>
          {title}
        </Anchor>
      )}
      , {formatDateTime(at, timezone)}
      <span className={classes.touched}>{items.slice(0, SHOWN_ITEMS).join(', ') + more}</span>
    </li>
  );
}

interface AnswerProps {
  title: string;
  hint: string;
  isPosting: boolean;
  onClick: () => void;
}

const Answer = ({ title, hint, isPosting, onClick }: AnswerProps) => (
  <Button variant="default" className={classes.answer} loading={isPosting} onClick={onClick}>
    <span>
      <b>{title}</b>
      <span>{hint}</span>
    </span>
  </Button>
);

interface PostQuestionProps {
  question: Question;
  posting: Posting;
}

function BeforeOrAfter({ question, posting }: PostQuestionProps & { question: { of: 'before_or_after' } }) {
  const counts = touchedCounts(question.statements);
  const what = counts.some(({ id }) => id !== null) ? 'подсчёта' : 'записи остатка';
  const answer = (counted: 'before' | 'after') => ({
    isPosting: posting.isPosting,
    onClick: () => posting.post({ ...question.input, counted }),
  });
  return (
    <Modal opened onClose={posting.cancel} title={`До ${what} или после?`}>
      <Stack>
        <Text>{question.text}</Text>
        <ul className={classes.counts}>
          {counts.map((count) => (
            <Touched key={count.id} count={count} />
          ))}
        </ul>
        <div className={classes.answers}>
          <Answer
            title={`До ${what}`}
            hint="Товар уже стоял, его посчитали: остаток не изменится"
            {...answer('before')}
          />
          <Answer title={`После ${what}`} hint="Товара ещё не было: добавим к посчитанному" {...answer('after')} />
        </div>
      </Stack>
    </Modal>
  );
}

function Duplicate({ question, posting }: PostQuestionProps & { question: { of: 'duplicate' } }) {
  const title = question.same === 'number' ? 'Эта накладная уже проведена' : 'Похоже, эта накладная уже проведена';
  return (
    <Modal opened onClose={posting.cancel} title={title}>
      <Stack>
        <Text>{question.text}</Text>
        <Anchor component={Link} to={`/deliveries/${question.duplicate}`}>
          Открыть проведённую
        </Anchor>
        <div className={classes.answers}>
          <Button variant="default" data-autofocus onClick={posting.cancel}>
            Не проводить
          </Button>
          <Button
            color="red"
            loading={posting.isPosting}
            onClick={() => posting.post({ ...question.input, again: true })}
          >
            Провести ещё одну
          </Button>
        </div>
      </Stack>
    </Modal>
  );
}

/** Asks what the API has to know before it posts. */
export function PostQuestion({ question, posting }: PostQuestionProps) {
  if (question.of === 'duplicate') return <Duplicate question={question} posting={posting} />;
  return <BeforeOrAfter question={question} posting={posting} />;
}
