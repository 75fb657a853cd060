import { SaxesParser } from 'saxes';

/** Deeper documents, and elements with more attributes, count as not well-formed: the parser keeps an object for each. */
const maxDepth = 10_000;
const maxAttributes = 10_000;

/**
 * Whether a text, which comes in parts, is a well-formed XML document, as a processor sees it that reads no external files. An
 * entity may be declared in a document type declaration, which is not looked at.
 */
export function isXmlDocument(texts: Iterable<string>): boolean {
  const parser = new SaxesParser();
  // It throws, since the parser would go on to the end of the part.
  const fail = () => {
    throw new NotWellFormed();
  };
  let hasDoctype = false;
  let [depth, attributes] = [0, 0];
  parser.on('doctype', () => {
    hasDoctype = true;
  });
  parser.on('error', ({ message }) => {
    if (!(hasDoctype && message.endsWith('undefined entity.'))) fail();
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    depth += 1;
    if (depth > maxDepth) fail();
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > maxAttributes) fail();
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  try {
    for (const text of texts) parser.write(text);
    parser.close();
    return true;
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error;
    return false;
  }
}

class NotWellFormed extends Error {}
