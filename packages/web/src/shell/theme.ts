import { createStore } from '@tanstack/react-store';
import { readSetting, writeSetting } from '../page/settings.ts';

export type Theme = 'system' | 'light' | 'dark';

export const theme = createStore<Theme>(chosenBefore());

function chosenBefore(): Theme {
  const remembered = readSetting('theme');
  return remembered === 'light' || remembered === 'dark' ? remembered : 'system';
}

/** Changes the theme at once. On later visits, theme.js sets it before the first paint. */
export function chooseTheme(chosen: Theme): void {
  theme.setState(() => chosen);
  writeSetting('theme', chosen === 'system' ? undefined : chosen);
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
