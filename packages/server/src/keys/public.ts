export { createSecret, isWellFormedSecret } from './api-key.ts';
export { authenticateKey } from './authenticate-key.ts';
export { createApiKey, deleteApiKeysOf, keepApiKey } from './keys.ts';
