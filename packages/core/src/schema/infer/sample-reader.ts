import {
  JsonKind,
  type JsonSink,
  type JsonToken,
  JsonTokenizer,
  jsonName,
  startOfJson,
} from '../../json/tokenizer.ts';
import { OpenContainers } from './open-containers.ts';
import { allMisfits, misfitsOf, seen } from './place.ts';
import { mostNameCharacters, Shape } from './shape.ts';

/** Reads one sample, in pieces that may end anywhere. Takes time linear in its characters, and bounded memory. */
export class SampleReader {
  readonly #shape = new Shape();
  readonly #tokens = new SampleTokens(this.#shape);
  readonly #tokenizer = new JsonTokenizer(this.#tokens);
  #isFirst = true;

  push(chunk: string): void {
    if (chunk === '' || this.#tokenizer.fault !== undefined) return;
    this.#tokens.piece = chunk;
    this.#tokenizer.read(chunk, this.#isFirst ? startOfJson(chunk) : 0);
    this.#isFirst = false;
    this.#tokens.endPiece();
  }

  /** The shape of this sample; `undefined` if the text is no JSON. */
  end(): Shape | undefined {
    if (!this.#tokenizer.end(0)) return undefined;
    this.#shape.countSample();
    return this.#shape;
  }
}

/** A longer token is not looked into: a name is not told apart, a string has no format, a number has no type. */
const mostCharacters = 2048;
/** Every number of so many digits is within the range of a double (1.8e308). */
const digitsOfDouble = 308;

/** Tells a shape of the tokens of one sample. */
class SampleTokens implements JsonSink {
  /** The text that the indices of tokens mean. */
  piece = '';
  readonly #containers: OpenContainers;
  /** Whether a name, a string, a number or a word is being read, and its index. */
  #isOpen = false;
  #start = 0;
  /** What stood of it in the pieces before. */
  #before = '';

  constructor(shape: Shape) {
    this.#containers = new OpenContainers(shape);
  }

  begin(token: JsonToken, at: number): void {
    if (token > JsonKind.array) {
      this.#isOpen = true;
      this.#start = at;
      return;
    }
    const place = this.#containers.place();
    const isObject = token === JsonKind.object;
    if (place !== undefined) {
      place.traits |= isObject ? seen.object : seen.array;
      if (isObject) place.objects += 1;
    }
    this.#containers.open(place, isObject);
  }

  end(token: JsonToken, at: number): void {
    if (token <= JsonKind.array) return this.#containers.close();
    this.#isOpen = false;
    if (token === jsonName) this.#containers.name(nameIn(this.#text(at)));
    else this.#scalar(token, at);
    this.#before = '';
  }

  /** The piece ends, perhaps within a token. */
  endPiece(): void {
    if (this.#isOpen && this.#before.length <= mostCharacters) {
      this.#before += this.piece.slice(this.#start, this.#start + mostCharacters + 1);
    }
    this.#start = 0;
    this.piece = '';
  }

  /** The token that ends there, quotes and all; `undefined` if it is too long. */
  #text(at: number): string | undefined {
    if (this.#before.length + at - this.#start > mostCharacters) return undefined;
    return this.#before + this.piece.slice(this.#start, at);
  }

  #scalar(token: JsonToken, at: number): void {
    const place = this.#containers.place();
    if (place === undefined) return;
    switch (token) {
      case JsonKind.string:
        place.traits |= seen.string;
        if ((place.traits & allMisfits) !== allMisfits) place.traits |= this.#misfits(at);
        break;
      case JsonKind.number:
        place.traits |= numberIn(this.#text(at));
        break;
      default:
        place.traits |= token === JsonKind.null ? seen.null : seen.boolean;
    }
  }

  #misfits(at: number): number {
    const text = this.#text(at);
    return text === undefined ? allMisfits : misfitsOf(textIn(text));
  }
}

/** The name that a token is; `undefined` if it is not told apart. */
function nameIn(token: string | undefined): string | undefined {
  if (token === undefined) return undefined;
  const name = textIn(token);
  return name.length > mostNameCharacters ? undefined : name;
}

function textIn(token: string): string {
  // The token is one string of JSON.
  return token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
}

function numberIn(token: string | undefined): number {
  if (token === undefined) return seen.hugeNumber;
  const hasExponent = token.includes('e') || token.includes('E');
  if ((hasExponent || token.length > digitsOfDouble) && !Number.isFinite(Number(token))) {
    return seen.hugeNumber;
  }
  return hasExponent || token.includes('.') ? seen.fraction : seen.integer;
}
