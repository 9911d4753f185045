/** Why no code can be looked for in a picture, each with what to do about it. */
export const refusals = {
  not_image: 'Это не фотография. Отправьте снимок штрихкода',
  other_format: 'Такой вид картинки не читается. Отправьте снимок как фото, а не файлом',
  damaged: 'Снимок повреждён или передан не до конца. Отправьте его ещё раз',
  too_big: 'Снимок слишком большой. Отправьте его как фото, а не файлом',
  too_slow: 'Снимок не удалось разобрать. Снимите штрихкод крупнее или введите цифры под ним',
} as const;
export type Refusal = keyof typeof refusals;

/** What the photo reader answers: the codes it is sure of, or why it cannot look. */
export type Answer = { codes: string[] } | { refused: Refusal } | { failed: string };
