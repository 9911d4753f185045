import grapesjs, { type Editor } from 'grapesjs';
import mjmlPlugin, { type ComponentPluginOptions } from 'grapesjs-mjml';
import { defaultsOf, joinMjml, type MjmlDocument, splitMjml, stylesOf, toCanvas } from './mjml-document.ts';
import { palette } from './palette.ts';
import { dictionary, mjmlDictionary, textActions } from './russian.ts';
import { styleSectors } from './style-sectors.ts';
import { wholeBlocks } from './whole-blocks.ts';

/** The elements into which the library renders; everything else around the canvas is ours. */
interface Places {
  canvas: HTMLElement;
  styles: HTMLElement;
  traits: HTMLElement;
  layers: HTMLElement;
}

/** A bundler may wrap a CommonJS module in another `default`. */
const unwrap = <T>(module: T | { default: T }): T =>
  module && typeof module === 'object' && 'default' in module ? module.default : (module as T);

/**
 * Adds the head's defaults, because blocks are compiled one by one and must look as in the whole letter. The library's
 * own default styles are removed, because they would be written into the blocks and override the letter's.
 */
function letterDefaults(head: () => string) {
  return (editor: Editor, { opt }: ComponentPluginOptions) => {
    const parse = opt.mjmlParser;
    opt.mjmlParser = ((mjml: string, options: object) =>
      parse(
        mjml.includes('<mj-head')
          ? mjml
          : mjml.replace(/<mjml[^>]*>/, (open) => `${open}<mj-head>${defaultsOf(head())}</mj-head>`),
        options,
      )) as typeof parse;
    const types = editor.Components.getTypes().map(({ id }) => id);
    for (const id of types.filter((name) => name.startsWith('mj')))
      editor.Components.addType(id, { model: { defaults: { 'style-default': {} } } });
  };
}

/** Starts the library's editor with one letter's MJML. It sends no requests and stores nothing by itself. */
export function startEditor({ canvas, styles, traits, layers }: Places, mjml: string) {
  const letter: MjmlDocument = splitMjml(mjml) ?? { open: '<mjml>', head: '', body: '<mj-body></mj-body>' };
  const editor = grapesjs.init({
    container: canvas,
    height: '100%',
    width: 'auto',
    telemetry: false,
    storageManager: false,
    cssIcons: '',
    showOffsets: false,
    noticeOnUnload: false,
    panels: { defaults: [] },
    i18n: { locale: 'ru', localeFallback: 'ru', detectLocale: false, messages: { ru: dictionary } },
    blockManager: { custom: true },
    richTextEditor: { actions: Object.keys(textActions) },
    styleManager: { appendTo: styles, sectors: styleSectors },
    traitManager: { appendTo: traits },
    layerManager: { appendTo: layers, showWrapper: false },
    assetManager: { upload: false, embedAsBase64: false },
    plugins: [
      (target) =>
        unwrap(mjmlPlugin)(target, {
          blocks: [],
          fonts: {},
          useCustomTheme: false,
          resetStyleManager: false,
          resetDevices: false,
          columnsPadding: '',
          i18n: { ru: mjmlDictionary, en: mjmlDictionary },
          customComponents: [wholeBlocks, letterDefaults(() => letter.head)],
        }),
    ],
    deviceManager: {
      devices: [
        { id: 'desktop', name: 'Компьютер', width: '' },
        { id: 'phone', name: 'Телефон', width: '360px' },
      ],
    },
  });
  for (const { id, label, content } of palette)
    editor.Blocks.add(id, { label, content: toCanvas(content), select: true });
  editor.on('rte:enable', () => {
    // The buttons are rendered when a text is first edited.
    for (const [name, title] of Object.entries(textActions)) {
      const button = editor.RichTextEditor.get(name)?.btn;
      button?.setAttribute('title', title);
      button?.setAttribute('aria-label', title);
    }
  });
  editor.setComponents(toCanvas(`<mjml>${letter.body}</mjml>`));
  editor.on('canvas:frame:load:body', ({ window }: { window: Window }) => {
    const style = window.document.createElement('style');
    style.textContent = stylesOf(letter.head);
    window.document.head.append(style);
  });
  return {
    editor,
    /** Returns the whole letter in its present state. */
    mjml(): string {
      const body = /<mj-body[\s\S]*<\/mj-body>/.exec(editor.getHtml())?.[0] ?? '<mj-body></mj-body>';
      return joinMjml({ ...letter, body });
    },
    stop: () => editor.destroy(),
  };
}
