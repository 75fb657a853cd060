/** The signature schemes. They are loaded when one is first named. */
export { findScheme, type Scheme, schemes } from '@hookwell/core/signatures';
