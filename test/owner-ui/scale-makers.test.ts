import test from 'ava';
import { scaleModels } from '../../kit/scales/index.ts';
import { scaleMakers } from '../../owner-ui/src/features/faq/scale-makers.ts';

const modelsOf = (maker: string) => scaleModels.filter(({ name }) => name.includes(maker));
const isCable = ({ link }: (typeof scaleModels)[number]): boolean => 'serial' in link || 'hid' in link;

test('the answers name only scales that are read, fine enough for a bottle, and say which were never recorded', (t) => {
  for (const maker of scaleMakers.recorded) {
    const models = modelsOf(maker);
    t.true(models.length > 0 && models.every(({ isUntried, stepG = 0 }) => !isUntried && stepG <= 1), maker);
  }
  for (const maker of scaleMakers.described) {
    const models = modelsOf(maker);
    t.true(models.length > 0 && models.every(({ isUntried, stepG = 0 }) => isUntried && stepG <= 1), maker);
  }
  for (const maker of scaleMakers.byCable) t.true(modelsOf(maker).some(isCable), maker);
});
