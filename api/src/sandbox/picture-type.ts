/** What browsers show as a picture and bots read as a photo, by its first bytes; what its sender calls it is not believed. */
export function pictureTypeOf(data: Uint8Array): 'image/jpeg' | 'image/png' | 'image/webp' | undefined {
  const head = Buffer.from(data.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined;
}
