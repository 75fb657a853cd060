export type {
  EventSource,
  Proof,
  Scheme,
  SchemeSettings,
  SecretForm,
  SignatureVerdict,
  SignedHead,
  Signing,
  Verification,
} from './scheme.ts';
export { checkScheme, checkSecret, type SchemeFault } from './schemes/checks.ts';
export { findHeader, textAt } from './schemes/headers.ts';
export { findScheme, schemes } from './schemes/table.ts';
export { secretHeaders, signatureHeaders } from './schemes/ways.ts';
