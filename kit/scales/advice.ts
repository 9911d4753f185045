import type { FrameError } from './scale-model.ts';

/** What a person can do about a frame that has no weight for us. */
export const frameAdvice: Partial<Record<FrameError, string>> = {
  unit: 'Весы показывают не граммы. Переключите их на граммы',
  overload: 'На весах больше, чем они взвешивают. Снимите лишнее',
  underload: 'Вес меньше нуля. Снимите всё с весов и обнулите их',
};
