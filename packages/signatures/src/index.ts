export type {
  Place,
  Scheme,
  SchemeSettings,
  SecretForm,
  SignedHead,
  Verdict,
  Verification,
} from './scheme.ts';
export { findScheme, schemes } from './schemes/table.ts';
