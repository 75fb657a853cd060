import { createContext } from 'react';

/** The texts that a search has looked for, to be marked in the request that it found. */
export const FoundTexts = createContext<readonly string[]>([]);
