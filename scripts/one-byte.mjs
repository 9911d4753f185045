/**
 * A bundle's text without letters outside ASCII, which V8 then holds in one byte each. esbuild escapes them in strings, but
 * leaves them in regular expressions, and one of them doubles the memory that a whole file takes.
 */
const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
export const oneByte = (text) => text.replace(/[^\0-\x7f]/g, escaped);
