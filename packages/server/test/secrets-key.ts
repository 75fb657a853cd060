/** All nodes on a PostgreSQL database have this one. */
export const testSecretsKey = Buffer.alloc(32, 'key').toString('base64');
