import { Tabs as BaseTabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface Tab<Name extends string> {
  name: Name;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps<Name extends string> {
  /** Names the tabs for screen readers. */
  label: string;
  tabs: readonly Tab<Name>[];
  chosen: Name;
  onChoose: (name: Name) => void;
  className?: string;
  panelClassName: string;
}

/** Tabs as in WAI-ARIA: arrows move between them. They bring Base UI along, so their users are to be imported lazily. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, chosen, onChoose, className = '', panelClassName } = props;
  return (
    <BaseTabs.Root
      className={`flex flex-col ${className}`}
      onValueChange={(name: Name) => onChoose(name)}
      value={chosen}
    >
      <div className="flex flex-wrap items-center border-b border-line">
        <BaseTabs.List aria-label={label} className="flex grow gap-1 px-1">
          {tabs.map((tab) => (
            <BaseTabs.Tab
              className="-mb-px flex h-8.5 items-center gap-1.5 border-b-2 border-transparent px-3 font-medium text-muted hover:text-text data-active:border-accent data-active:text-text"
              key={tab.name}
              value={tab.name}
            >
              {tab.label}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
      </div>
      {tabs.map((tab) => (
        <BaseTabs.Panel
          className={`grow outline-none ${panelClassName}`}
          key={tab.name}
          value={tab.name}
        >
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
