export { setup } from './podman.ts';
