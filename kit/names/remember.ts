/** Remembers what a pure function has answered for texts that come often; of more than `most` it begins anew. */
export function remember<T>(most: number, answer: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value !== undefined) return value;
    value = answer(text);
    if (known.size >= most) known.clear();
    known.set(text, value);
    return value;
  };
}
