import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { readSetting, writeSetting } from '../page/settings.ts';
import { CommandBox } from '../ui/command-box.tsx';
import { type FirstCommand, firstCommands } from './first-commands.ts';

/**
 * The first request as a command of each tool, in tabs as WAI-ARIA has them: arrows move between them. They stand on
 * the first view of a new visitor, so they are made without a library. The choice is remembered.
 */
export function CommandTabs({ url }: { url: string }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const commands = firstCommands(url);
  const [chosen, setChosen] = useState(() => readSetting('snippet'));
  const shown = commands.find(({ tool }) => tool === chosen) ?? commands[0];
  const choose = (tool: string) => {
    setChosen(tool);
    writeSetting('snippet', tool);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, commands.indexOf(shown), commands.length);
    const command = commands[next];
    if (command === undefined) return;
    event.preventDefault();
    choose(command.tool);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div>
      <div
        aria-label="Ways to send the first request"
        className="flex gap-1 border-b border-line"
        onKeyDown={onKeyDown}
        ref={list}
        role="tablist"
      >
        {commands.map(({ tool, label }) => (
          <button
            aria-controls={`${id}-panel`}
            aria-selected={tool === shown.tool}
            className="-mb-px h-9 border-b-2 border-transparent px-3 font-medium text-muted hover:text-text aria-selected:border-accent aria-selected:text-text max-sm:px-2"
            id={`${id}-${tool}`}
            key={tool}
            onClick={() => choose(tool)}
            role="tab"
            tabIndex={tool === shown.tool ? 0 : -1}
            type="button"
          >
            {label}
          </button>
        ))}
      </div>
      <div
        aria-labelledby={`${id}-${shown.tool}`}
        className="pt-3"
        id={`${id}-panel`}
        role="tabpanel"
      >
        <Command command={shown} />
      </div>
    </div>
  );
}

function Command({ command }: { command: FirstCommand }) {
  return (
    <>
      <CommandBox label={`the ${command.label} command`} text={command.text} />
      <p className="mt-1.5 text-xs text-muted">{command.where}</p>
    </>
  );
}

/** The index of the tab that a key leads to, in a ring, or -1 for other keys. */
function nextIndex(key: string, index: number, count: number): number {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}
