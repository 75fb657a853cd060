import {
  JsonKind,
  type JsonSink,
  type JsonToken,
  jsonName,
  readJson,
  startOfJson,
} from '@hookwell/bodies/json';
import { tooDeep } from '../judging/work.ts';
import { readNumber } from '../numbers/exact-number.ts';

/** No schema is tried as deep. To make as many objects as a long text can nest takes long. */
const mostLevels = 1000;

/** Numbers that a double may not hold; strings may have such digits too. */
const dearNumber = /\d[\d.]{15}|\d[eE]/;

/**
 * Reads a JSON text as `JSON.parse` does, but for numbers that a double does not hold: they keep their digits.
 * @returns `undefined` if it is no JSON
 * @throws {TooMuchWork} if it has such numbers, and is nested deeper than is judged
 */
export function readJsonValue(text: string): unknown {
  const json = startOfJson(text) === 0 ? text : text.slice(1);
  if (dearNumber.test(json)) return readTokens(json);
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

type Container = unknown[] | Record<string, unknown>;

function readTokens(json: string): unknown {
  // Those that are open, the innermost last, each with the name of the member that comes next.
  const containers: Container[] = [];
  const names: string[] = [];
  let start = 0;
  let whole: unknown;

  function put(value: unknown): void {
    const top = containers.at(-1);
    if (top === undefined) whole = value;
    else if (Array.isArray(top)) top.push(value);
    else setMember(top, names[containers.length - 1] ?? '', value);
  }

  const sink: JsonSink = {
    begin(token, at) {
      start = at;
      if (token > JsonKind.array) return;
      const container = token === JsonKind.array ? [] : {};
      if (containers.length >= mostLevels) throw tooDeep();
      put(container);
      containers.push(container);
    },
    end(token, at) {
      if (token <= JsonKind.array) containers.pop();
      else if (token !== jsonName) put(readScalar(token, json.slice(start, at)));
      else names[containers.length - 1] = readString(json.slice(start, at));
    },
  };
  return readJson(json, sink) ? whole : undefined;
}

function readScalar(token: JsonToken, written: string): unknown {
  switch (token) {
    case JsonKind.number:
      return readNumber(written);
    case JsonKind.string:
      return readString(written);
    case JsonKind.null:
      return null;
    default:
      return token === JsonKind.true;
  }
}

function readString(written: string): string {
  return written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1);
}

function setMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value;
  else {
    Object.defineProperty(object, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
}
