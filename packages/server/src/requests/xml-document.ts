import { SaxesParser } from 'saxes';

/**
 * Whether a text is a well-formed XML 1.0 document, as a processor sees it that reads no external
 * files. Nothing is expanded: an entity that the document declares stands for nothing here.
 */
export function isWellFormedXml(text: string): boolean {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    // Whatever the declaration does not declare itself, a file it names may.
    parser.ENTITIES = new Proxy(parser.ENTITIES, {
      get: (own, name) => Reflect.get(own, name) ?? '',
    });
  });
  try {
    parser.write(text).close();
    return true;
  } catch {
    return false;
  }
}
