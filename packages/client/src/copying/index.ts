export { unseenCharacters } from '../text/characters.ts';
export { bashWord } from './bash-quote.ts';
export { base64Of } from './body-bytes.ts';
export type { CopiedRequest } from './copied-request.ts';
export { asCurl, type CurlOptions } from './curl.ts';
export { asFetch } from './fetch.ts';
export { asHttpText } from './http-text.ts';
export { javaScriptString } from './javascript-string.ts';
export { pathAt } from './path-at.ts';
