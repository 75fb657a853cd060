import { SaxesParser } from 'saxes';

/** An element of an XML text, with the text in it. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  text: string;
}

/** All elements, in the order in which they end. Throws if the text is not well-formed. */
function elementsIn(xml: string): Element[] {
  const parser = new SaxesParser({ position: false, xmlns: false });
  const open: Element[] = [];
  const all: Element[] = [];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => open.push({ name, attributes, text: '' }));
  parser.on('text', (text) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  });
  parser.on('closetag', () => all.push(...open.splice(-1)));
  parser.write(xml).close();
  return all;
}

export function named(xml: string, name: string): Element[] {
  return elementsIn(xml).filter((element) => element.name === name);
}
