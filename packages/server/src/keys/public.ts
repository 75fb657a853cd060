export { authenticateKey } from './authenticate-key.ts';
export {
  createApiKey,
  createSecret,
  deleteApiKeysOf,
  isWellFormedSecret,
  keepApiKey,
} from './keys.ts';
