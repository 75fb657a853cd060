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
export { checkScheme, type SchemeFault } from './schemes/check-scheme.ts';
export { checkSecret } from './schemes/check-secret.ts';
export { findHeader, textAt } from './schemes/headers.ts';
export { secretHeaders } from './schemes/secret-headers.ts';
export { signatureHeaders } from './schemes/signature-headers.ts';
export { findScheme, schemes } from './schemes/table.ts';
