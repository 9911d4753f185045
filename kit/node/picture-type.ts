/** Detects by its first bytes a picture for browsers and bots; the type given by its sender is not trusted. */
export function pictureTypeOf(data: Uint8Array): 'image/jpeg' | 'image/png' | 'image/webp' | undefined {
  const head = Buffer.from(data.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined;
}
