import { join } from 'node:path';
import { buildPackage } from './build-package.ts';

buildPackage(join(import.meta.dirname, '../dist'));
