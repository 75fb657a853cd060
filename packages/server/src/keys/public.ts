export {
  authenticateKey,
  createApiKey,
  createSecret,
  deleteApiKeysOf,
  isWellFormedSecret,
  keepApiKey,
} from './keys.ts';
