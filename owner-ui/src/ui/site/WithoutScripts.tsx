interface WithoutScriptsProps {
  fact: 'plans' | 'company' | 'contacts';
  as?: 'div' | 'dl';
  className: string | undefined;
}

/**
 * A placeholder that the server fills in for visitors without JavaScript and that React leaves alone; `data-awaited`
 * elements, which would wait for scripts for ever, are hidden from them.
 */
export function WithoutScripts({ fact, as = 'div', className }: WithoutScriptsProps) {
  const html = `<style>[data-awaited]{display:none!important}</style><${as} class="${className}"><!--fact:${fact}--></${as}>`;
  // The server has inserted the fact since the page was prerendered, which React would report as a mismatch.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a browser with scripts takes what is in here for text
  return <noscript suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
