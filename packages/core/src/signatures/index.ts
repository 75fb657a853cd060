export type {
  Place,
  Proof,
  Scheme,
  SchemeSettings,
  SecretForm,
  SignedHead,
  Signing,
  Verdict,
  Verification,
} from './scheme.ts';
export { checkScheme, checkSecret, type SchemeFault } from './schemes/checks.ts';
export { findHeader, textAt } from './schemes/headers.ts';
export { findScheme, schemes } from './schemes/table.ts';
export { secretHeaders, signatureHeaders } from './schemes/ways.ts';
