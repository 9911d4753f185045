/** Prints a separate page, so that nothing else of the open page is printed. */
export function printPage(title: string, lines: string[]): void {
  const frame = document.createElement('iframe');
  // Browsers do not print a frame that is not displayed.
  frame.style.cssText = 'position: fixed; width: 0; height: 0; border: 0';
  frame.ariaHidden = 'true';
  document.body.append(frame);
  const { contentDocument: page, contentWindow: view } = frame;
  if (!page || !view) return;
  page.title = title;
  const [heading, list] = [page.createElement('h1'), page.createElement('pre')];
  heading.textContent = title;
  list.textContent = lines.join('\n');
  list.style.cssText = 'font-size: 14pt; line-height: 1.6';
  page.body.append(heading, list);
  view.addEventListener('afterprint', () => frame.remove());
  view.print();
}
