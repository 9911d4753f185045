/**
 * Escapes letters outside ASCII in a bundle, so that V8 stores its text in one byte per character. esbuild escapes them
 * in strings but leaves them in regular expressions, and one of them doubles the memory of the whole file.
 */
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
export const oneByte = (text) => text.replace(/[^\0-\x7f]/g, escaped);
