import { JsonKind, type JsonSink, jsonName, readJson, startOfJson } from './tokenizer.ts';

/** The same JSON without white space between its tokens, with every digit and every key as it was. */
export function compactJson(json: string): string {
  return written(json, () => '', ':');
}

/** The same JSON over many lines, for people, with every digit and every key as it was. */
export function indentedJson(json: string): string {
  return written(json, lineBreak, ': ');
}

/** Deeper levels are not indented further: they could be thousands. */
function lineBreak(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, 40))}`;
}

function written(json: string, breakAt: (depth: number) => string, colon: string): string {
  const pieces: string[] = [];
  let start = 0;
  let depth = 0;
  let isFirst = true;
  let isNamed = false;
  const sink: JsonSink = {
    begin(token, at) {
      start = at;
      if (!isFirst && !isNamed) pieces.push(',');
      if (depth > 0 && !isNamed) pieces.push(breakAt(depth));
      isNamed = false;
      isFirst = token <= JsonKind.array;
      if (!isFirst) return;
      pieces.push(json.charAt(at));
      depth += 1;
    },
    end(token, at) {
      if (token <= JsonKind.array) {
        depth -= 1;
        pieces.push(isFirst ? '' : breakAt(depth), json.charAt(at - 1));
      } else pieces.push(json.slice(start, at));
      isFirst = false;
      isNamed = token === jsonName;
      if (isNamed) pieces.push(colon);
    },
  };
  readJson(json, sink, startOfJson(json));
  return pieces.join('');
}
