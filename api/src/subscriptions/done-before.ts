/** Returns the message of an administrator's request: a repeated one has changed nothing. */
export const messageOf = ({ done_before }: { done_before: string | null }, done: string): string =>
  done_before === null ? done : 'Уже сделано раньше, второй раз не делали';
