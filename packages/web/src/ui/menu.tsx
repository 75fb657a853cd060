import { type ReactNode, useRef, useState } from 'react';
import { LazyPart, lazyComponent } from './lazy-part.tsx';
import type { MenuEntry } from './menu-popup.tsx';

/** The popup is a third of the page's script. It is loaded when the pointer or the focus comes near a menu. */
const loadPopup = () => import('./menu-popup.tsx');
const MenuPopup = lazyComponent(loadPopup, 'MenuPopup');

export interface MenuProps {
  /** The accessible name of the button, if the words on it are not enough. */
  label?: string;
  className: string;
  children: ReactNode;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end';
  title?: string;
}

/** A button that opens a list of actions. */
export function Menu({ label, className, children, entries, align = 'start', title }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const prepare = () => void loadPopup().catch(() => {});
  return (
    <>
      <button
        aria-expanded={isOpen}
        aria-haspopup="menu"
        aria-label={label}
        className={className}
        onClick={() => {
          setWanted(true);
          setOpen(!isOpen);
        }}
        onFocus={prepare}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setWanted(true);
          setOpen(true);
        }}
        onPointerEnter={prepare}
        ref={button}
        title={title}
        type="button"
      >
        {children}
      </button>
      {isWanted && (
        <LazyPart>
          <MenuPopup
            align={align}
            anchor={button}
            entries={entries}
            isOpen={isOpen}
            onOpenChange={setOpen}
          />
        </LazyPart>
      )}
    </>
  );
}
