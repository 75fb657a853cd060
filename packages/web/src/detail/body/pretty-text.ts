import { prettyJson, prettyJsonLines } from '../json/pretty-json.ts';
import type { BodyKind } from './body-kind.ts';
import { prettyXml } from './pretty-xml.ts';

/** Writing a large body takes a while, and it is shown and copied. */
const written = new WeakMap<BodyKind, string>();

/** The body with indented lines, if it is JSON or XML; otherwise as it is. */
export function prettyText(body: BodyKind): string {
  const known = written.get(body) ?? write(body);
  written.set(body, known);
  return known;
}

function write({ content, text }: BodyKind): string {
  switch (content.kind) {
    case 'json':
      return prettyJson(content.document);
    case 'json-lines':
      return prettyJsonLines(content.document);
    case 'xml':
      return prettyXml(text?.text ?? '', content.tokens);
    default:
      return text?.text ?? '';
  }
}
