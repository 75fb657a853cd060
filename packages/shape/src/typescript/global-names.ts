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
export function isGlobal(name: string): boolean {
  return globals.has(name);
}
