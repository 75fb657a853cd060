export { authenticateKey } from './authenticate-key.ts';
export { createApiKey, deleteApiKeysOf } from './keys.ts';
