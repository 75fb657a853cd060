import type { ValueSchema } from '../body-schema.ts';
import { commentText, memberText, remarkOf } from './member-type.ts';
import { type MemberPath, type ObjectType, ObjectTypes, restText } from './object-types.ts';

/** A longer name of an event is cut in the comment. */
const mostEventCharacters = 200;

/**
 * The types of a schema as a module of TypeScript that compiles under `strict`: an interface named after the event, and one for each object in
 * it that is not short. The same schema always gives the same text.
 */
export function typescriptOf(schema: ValueSchema, event?: string): string {
  const types = new ObjectTypes();
  const text = types.partsOf(schema, { name: '', above: '', level: 0 }).join(' | ');
  const rootName = interfaceNameOf(event);
  const typeNames = new TypeNames(rootName);
  const names = new Map<ObjectType, string>();
  const declarations: string[] = [];
  const nameObjectsIn = (type: string) => {
    for (const object of types.objectsIn(type)) {
      if (!names.has(object)) names.set(object, typeNames.nameOf(object.place));
    }
  };

  const root = types.objectOf(text);
  if (root === undefined) declarations.push(`export type ${rootName} = ${text};\n`);
  else names.set(root, rootName);
  nameObjectsIn(text);
  // What is named on the way comes later.
  for (const [object, name] of names) {
    const members = membersText(object);
    nameObjectsIn(members);
    declarations.push(`export interface ${name} {\n${members}}\n`);
  }
  return types.named(eventComment(event) + declarations.join('\n'), names);
}

function membersText(object: ObjectType): string {
  const lines = [...object.members].flatMap(([name, member]) => {
    const remark = remarkOf(member);
    return [...(remark === undefined ? [] : [`/** ${remark} */`]), `${memberText(name, member)};`];
  });
  if (object.rest.length > 0) lines.push(`${restText(object)};`);
  return lines.map((line) => `  ${line}\n`).join('');
}

function eventComment(event = ''): string {
  if (event === '') return '';
  const shown = event.slice(0, mostEventCharacters);
  return `/** The event \`${commentText(shown)}${shown === event ? '' : '…'}\`. */\n`;
}

const mostCharactersOfMember = 40;

/** Gives each object a name that nothing else in the file has. */
class TypeNames {
  readonly #root: string;
  readonly #taken: Set<string>;
  /** The next number to try behind a name. */
  readonly #numbers = new Map<string, number>();

  constructor(root: string) {
    this.#root = root;
    this.#taken = new Set([root]);
  }

  /** After the member, then with the member above it, then with a number. */
  nameOf(place: MemberPath): string {
    const own = wordOf(place.name) || 'Object';
    const short = this.#root + own;
    const candidates = [short, this.#root + wordOf(place.above) + own];
    const name = candidates.find((candidate) => this.#isFree(candidate)) ?? this.#numbered(short);
    this.#taken.add(name);
    return name;
  }

  #numbered(name: string): string {
    let number = this.#numbers.get(name) ?? 2;
    while (!this.#isFree(`${name}${number}`)) number++;
    this.#numbers.set(name, number + 1);
    return `${name}${number}`;
  }

  #isFree(name: string): boolean {
    return !this.#taken.has(name) && !isGlobal(name);
  }
}

function wordOf(name: string): string {
  return inPascalCase(name).slice(0, mostCharactersOfMember);
}

const mostCharacters = 80;

/**
 * What cannot be in a name: all but letters, their marks and digits, and of these the scripts that were in Unicode long before any TypeScript
 * that is in use. Compilers know the letters of the Unicode of their time.
 */
const between =
  /(?:[^\p{L}\p{Mn}\p{Mc}\p{Nd}]|[^\dA-Za-z\u00c0-\u017f\u01a0-\u01b0\u0218-\u021b\u1ea0-\u1ef9\u0370-\u052f\u05d0-\u05ea\u0620-\u065f\u0904-\u094d\u0e01-\u0e4e\u3041-\u30ff\u4e00-\u9fa5\uac00-\ud7a3])+/gu;

/**
 * The name of the interface of an event: `InvoicePaid` for `invoice.paid`, with `Event_` before it where TypeScript has another meaning for it
 * or takes no such name, and `Body` without an event or where nothing of it can be in a name.
 */
export function interfaceNameOf(event?: string): string {
  const name = inPascalCase(event ?? '').slice(0, mostCharacters);
  if (name === '') return 'Body';
  return isGlobal(name) || !/^\p{L}/u.test(name) ? `Event_${name}` : name;
}

/** The words of a text as one; empty if none of them can be in a name. */
function inPascalCase(text: string): string {
  return text.normalize('NFC').replace(between, ' ').split(' ').map(capitalized).join('');
}

/** A word with a capital letter first. Where all are capitals, the others become small. */
function capitalized(word: string): string {
  const rest = word.slice(1);
  return word.slice(0, 1).toUpperCase() + (/\p{Ll}/u.test(word) ? rest : rest.toLowerCase());
}

/**
 * Names that stand for something without an import: the types and classes of ECMAScript and Node, and those of browsers that are one word.
 * (The others of browsers would be five times as many; a module may use them for its own types all the same.)
 */
const globals = new Set(
  `
    AbortController AbortSignal AggregateError Algorithm Animatable Animation Array ArrayBuffer ArrayBufferLike ArrayBufferTypes
    ArrayBufferView ArrayIterator ArrayLike AsyncDisposable AsyncDisposableStack AsyncGenerator AsyncGeneratorFunction AsyncIterable
    AsyncIterableIterator AsyncIterator AsyncIteratorObject Atomics Attr Audio Awaited BigInt BigInt64Array BigIntToLocaleStringOptions
    BigUint64Array Blob Body Boolean BroadcastChannel Buffer BuiltinIteratorReturn ByteLengthQueuingStrategy Cache CallableFunction
    Capitalize ClassAccessorDecoratorContext ClassAccessorDecoratorResult ClassAccessorDecoratorTarget ClassDecorator
    ClassDecoratorContext ClassFieldDecoratorContext ClassGetterDecoratorContext ClassMemberDecoratorContext
    ClassMethodDecoratorContext ClassSetterDecoratorContext Clipboard CloseEvent Comment CompressionStream ConcatArray Console
    ConstructorParameters CountQueuingStrategy Credential Crypto CryptoKey CustomEvent DOMException DataView Date DecompressionStream
    DecoratorContext DecoratorMetadata DecoratorMetadataObject Disposable DisposableStack Document Element Error ErrorEvent
    ErrorOptions EvalError Event EventTarget Exclude External Extract File FinalizationRegistry FlatArray Float16Array Float32Array
    Float64Array FormData Function Gamepad Generator GeneratorFunction Geolocation Headers Highlight History IArguments Image
    ImportAssertions ImportAttributes ImportCallOptions ImportMeta Infinity InstanceType Int16Array Int32Array Int8Array Intl Iterable
    IterableIterator Iterator IteratorObject IteratorResult IteratorReturnResult IteratorYieldResult JSON Keyframe Location Lock
    Lowercase Map MapIterator Math MessageChannel MessageEvent MessagePort MethodDecorator NaN Navigation Navigator NewableFunction
    NoInfer Node NonNullable Notification Number Object Omit OmitThisParameter Option ParameterDecorator Parameters Partial Performance
    PerformanceEntry PerformanceMark PerformanceMeasure PerformanceObserver PerformanceObserverEntryList PerformanceResourceTiming
    Permissions Pick Plugin Promise PromiseConstructorLike PromiseFulfilledResult PromiseLike PromiseRejectedResult
    PromiseSettledResult PromiseWithResolvers PropertyDecorator PropertyDescriptor PropertyDescriptorMap PropertyKey Proxy ProxyHandler
    QuotaExceededError Range RangeError ReadableByteStreamController ReadableStream ReadableStreamBYOBReader ReadableStreamBYOBRequest
    ReadableStreamDefaultController ReadableStreamDefaultReader Readonly ReadonlyArray ReadonlyMap ReadonlySet ReadonlySetLike Record
    ReferenceError Reflect RegExp RegExpExecArray RegExpIndicesArray RegExpMatchArray RegExpStringIterator Report Request Required
    Response ReturnType Sanitizer Scheduler Screen Selection Set SetIterator SharedArrayBuffer Slottable Storage String StringIterator
    SubtleCrypto SuppressedError Symbol SyntaxError TemplateStringsArray Temporal Text TextDecoder TextDecoderStream TextEncoder
    TextEncoderStream ThisParameterType ThisType Touch Transferable TransformStream TransformStreamDefaultController Transformer
    TypeError TypedPropertyDescriptor URIError URL URLPattern URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray
    Uncapitalize Uppercase WeakKey WeakKeyTypes WeakMap WeakRef WeakSet WebAssembly WebSocket Window Worker Worklet WritableStream
    WritableStreamDefaultController WritableStreamDefaultWriter
  `.split(/\s+/),
);

/** Whether a name that begins with a capital letter is a global one. No reserved word does. */
function isGlobal(name: string): boolean {
  return globals.has(name);
}
