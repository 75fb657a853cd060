/** The parts of this capability that others use. */
export { ShareLookUps, sharedHeaders } from './share-look-ups.ts';
export { removeExpiredShares } from './shares.ts';
