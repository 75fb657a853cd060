import { type ReactNode, useRef, useState } from 'react';
import { LazyPart, lazyComponent } from './lazy-part.tsx';
import type { MenuEntry, PopupPlace } from './menu-popup.tsx';

/** The popup is a third of the page's script. It is loaded when the pointer or the focus comes near a menu. */
const loadPopup = () => import('./menu-popup.tsx');
const MenuPopup = lazyComponent(loadPopup, 'MenuPopup');

interface MenuButtonProps {
  /** The accessible name of the button, if the words on it are not enough. */
  label?: string;
  className: string;
  children: ReactNode;
  align?: 'start' | 'end';
  title?: string;
  onOpen?: () => void;
  /** Loads the popup. */
  prepare: () => Promise<unknown>;
  /** Renders the popup. */
  popup: (place: PopupPlace) => ReactNode;
}

interface MenuProps extends Omit<MenuButtonProps, 'prepare' | 'popup'> {
  entries: readonly MenuEntry[];
}

/** A button that opens a list of actions. */
export function Menu({ entries, ...rest }: MenuProps) {
  return (
    <MenuButton
      {...rest}
      popup={(place) => <MenuPopup {...place} entries={entries} />}
      prepare={loadPopup}
    />
  );
}

/** The button of a menu whose entries are loaded along with its popup. */
export function MenuButton(props: MenuButtonProps) {
  const { label, className, children, align = 'start', title, onOpen, prepare, popup } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpen(true);
    onOpen?.();
  };
  const prepareQuietly = () => void prepare().catch(() => {});
  return (
    <>
      <button
        aria-expanded={isOpen}
        aria-haspopup="menu"
        aria-label={label}
        className={className}
        onClick={() => (isOpen ? setOpen(false) : open())}
        onFocus={prepareQuietly}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          open();
        }}
        onPointerEnter={prepareQuietly}
        ref={button}
        title={title}
        type="button"
      >
        {children}
      </button>
      {isWanted && (
        <LazyPart>{popup({ align, anchor: button, isOpen, onOpenChange: setOpen })}</LazyPart>
      )}
    </>
  );
}
