import type { Mutation } from '../mutation.ts';

/** Found by the model of the same name. */
export const settings: readonly Omit<Mutation, 'foundBy'>[] = [
  {
    file: 'replies/known-settings.ts',
    replace: 'return known?.version === settingsSince ? known : undefined;',
    by: 'return known;',
    why: 'settings that are known count under every version',
  },
  {
    file: 'settings/settings.ts',
    replace: 'if (numDeletedRows > 0n) await raiseSettingsVersion(transaction, locked);',
    by: '',
    why: 'the removal of settings raises no version',
  },
  {
    file: 'database/settings-version.ts',
    replace: '.set({ settings_version: version })',
    by: '.set({ settings_version: settings_version })',
    why: 'the version that is written with settings is not that of the endpoint',
  },
  {
    file: 'capture-log/sqlite/append-group.ts',
    replace: 'where id = ? and settings_version = ? returning',
    by: 'where id = ? and settings_version >= ? returning',
    why: 'captures are stored under settings that were replaced',
  },
];
