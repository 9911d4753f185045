import { frameAdvice } from '@ostatok/kit/scales/advice.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './Weigh.module.css';

interface GramsQuestionProps {
  /** The person has said that the display shows something else. */
  isDenied: boolean;
  onAnswer: (isGrams: boolean) => void;
}

/** Asks what the scale does not say itself: its weights are used once it shows grams. */
export function GramsQuestion({ isDenied, onAnswer }: GramsQuestionProps) {
  return (
    <Notice failure={isDenied}>
      {isDenied && <span>{frameAdvice.unit}</span>}
      <span>Весы показывают граммы?</span>
      <span className={classes.two}>
        <Button look="primary" onClick={() => onAnswer(true)}>
          Да, граммы
        </Button>
        <Button onClick={() => onAnswer(false)}>Нет</Button>
      </span>
    </Notice>
  );
}
