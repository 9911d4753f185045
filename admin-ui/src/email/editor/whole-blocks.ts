import type { Editor } from 'grapesjs';
import type { ComponentPluginOptions } from 'grapesjs-mjml';
import { WHOLE_BLOCKS } from './mjml-document.ts';

/** The attribute that carries a whole block's content through the canvas. */
export const INSIDE = 'data-inside';

interface Model {
  get: (name: string) => Record<string, string> & string;
  getAttributes: () => Record<string, string>;
  is: (type: string) => boolean;
}
type View = { model: Model; el: HTMLElement; childNodes: unknown[] };

const NAMES: Record<string, string> = {
  'mj-table': 'Таблица',
  'mj-raw': 'HTML',
  'mj-accordion': 'Аккордеон',
  'mj-carousel': 'Карусель',
  'mj-include': 'Вставка',
};

export const insideOf = (attributes: Record<string, string>): string => decodeURIComponent(attributes[INSIDE] ?? '');

function openingTag(name: string, attributes: Record<string, string>): string {
  const ownAttributes = Object.entries(attributes).filter(
    ([key, value]) => ![INSIDE, 'id', 'style'].includes(key) && value !== '',
  );
  return `<${name}${ownAttributes.map(([key, value]) => ` ${key}="${value}"`).join('')}>`;
}

const sourceOf = (name: string, model: Model): string =>
  `${openingTag(name, model.getAttributes())}${insideOf(model.getAttributes())}</${name}>`;

/** Defines whole blocks: rendered as in the letter, moved and deleted as one, edited as text. */
export function wholeBlocks(editor: Editor, { coreMjmlModel, coreMjmlView }: ComponentPluginOptions): void {
  for (const name of WHOLE_BLOCKS) {
    const ofBody = name === 'mj-raw' || name === 'mj-include';
    editor.Components.addType(name, {
      isComponent: (el: HTMLElement) => el.tagName?.toLowerCase() === name,
      model: {
        ...coreMjmlModel,
        defaults: {
          name: NAMES[name],
          draggable: ofBody
            ? '[data-gjs-type="mj-body"],[data-gjs-type="mj-column"]'
            : '[data-gjs-type="mj-column"],[data-gjs-type="mj-hero"]',
          droppable: false,
          stylable: name === 'mj-table' ? ['font-size', 'line-height', 'color', 'padding'] : false,
          'style-default': {},
        },
        toHTML(this: Model) {
          return sourceOf(name, this);
        },
      },
      view: {
        ...coreMjmlView,
        tagName: ofBody ? 'div' : 'tr',
        attributes: { style: ofBody ? 'min-height: 16px; pointer-events: all' : 'display: table; width: 100%' },
        getMjmlTemplate: () => ({ start: '<mjml><mj-body><mj-column>', end: '</mj-column></mj-body></mjml>' }),
        getInnerMjmlTemplate(this: View) {
          return { start: sourceOf(name, this.model), end: '' };
        },
        getTemplateFromEl: (sandbox: HTMLElement) => sandbox.querySelector('tr')?.innerHTML ?? '',
        ...(ofBody && {
          getTemplateFromMjml(this: View) {
            return insideOf(this.model.getAttributes());
          },
        }),
        getChildrenContainer(this: View) {
          return this.el;
        },
        renderChildren(this: View) {
          this.childNodes = [];
        },
      },
    });
  }
}
