import { Autocomplete } from '@base-ui/react/autocomplete';
import { useState } from 'react';
import { Kbd } from '../ui/kbd.tsx';
import { SearchDialog } from '../ui/search-dialog.tsx';
import { useCommands } from './commands.ts';
import { useDocumentationCommands } from './documentation.ts';

/** Finds a command or a page of the documentation by a part of its name. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  return (
    <SearchDialog
      above={
        <Autocomplete.Empty>
          <p className="p-3 text-muted empty:hidden">No command and no page has this name.</p>
        </Autocomplete.Empty>
      }
      groups={[...useCommands(), ...useDocumentationCommands(typed !== '')]}
      input={{ 'aria-label': 'Search commands', placeholder: 'Type a command' }}
      keyOf={({ value }) => value}
      label="Commands"
      onChoose={({ run }) => {
        onClose();
        run();
      }}
      onClose={onClose}
      row={({ label, keys }) => (
        <>
          <span className="truncate">{label}</span>
          {keys !== undefined && <Kbd>{keys}</Kbd>}
        </>
      )}
      rowClass="flex h-9 items-center justify-between gap-3"
      search={{ onValueChange: setTyped }}
      textOf={({ label }) => label}
    />
  );
}
