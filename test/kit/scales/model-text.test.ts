import test from 'ava';
import { scaleModels } from '../../../kit/scales/index.ts';
import { modelText } from '../../../kit/scales/model-text.ts';

const MOST_LETTERS = 120;

test('a person is told the step, the range, and that nobody has tried a scale', (t) => {
  t.is(modelText({ stepG: 0.1, mostG: 2000 }), 'шаг 0,1 г, предел около 2 кг');
  t.is(
    modelText({ stepG: 1, mostG: 5000, isUntried: true }),
    'шаг 1 г, предел около 5 кг, не проверены на живых весах',
  );
  t.is(modelText({ stepG: 1, mostG: 600_000 }), 'шаг 1 г');
  for (const model of scaleModels) t.true(modelText(model).length <= MOST_LETTERS, model.name);
});
