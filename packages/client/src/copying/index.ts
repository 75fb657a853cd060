export { byteCharacters, percentEncodedBytes, unseenCharacters } from '../text/characters.ts';
export type { CopiedRequest } from './copied-request.ts';
export { asHttpText, base64Of, pathAt } from './copied-request.ts';
export { asCurl, bashWord, type CurlOptions } from './curl.ts';
export { asFetch, javaScriptString, methodOfFetch } from './fetch.ts';
export { asPython } from './python.ts';
