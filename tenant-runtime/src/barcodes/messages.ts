/** The reasons why a picture cannot be searched for codes, each with what to do about it. */
export const refusals = {
  not_image: 'Это не фотография. Отправьте снимок штрихкода',
  other_format: 'Такой вид картинки не читается. Отправьте снимок как фото, а не файлом',
  damaged: 'Снимок повреждён или передан не до конца. Отправьте его ещё раз',
  too_big: 'Снимок слишком большой. Отправьте его как фото, а не файлом',
  too_slow: 'Снимок не удалось разобрать. Снимите штрихкод крупнее или введите цифры под ним',
} as const;
export type Refusal = keyof typeof refusals;

/** The photo reader's answer: the codes it is sure of, or why it cannot search. */
export type Answer = { codes: string[] } | { refused: Refusal } | { failed: string };
