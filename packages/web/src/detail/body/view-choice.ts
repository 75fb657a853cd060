import { createStore, useSelector } from '@tanstack/react-store';
import { readSetting, writeSetting } from '../../page/settings.ts';
import type { BodyKind } from './body-kind.ts';
import { type BodyViewName, chosenView, type OfferedView } from './body-views.ts';

type Kind = BodyKind['content']['kind'];

/** The view that the user chose last for each kind of body. It is remembered while the page is open. */
const choices = createStore<Partial<Record<Kind, BodyViewName>>>({});

export function useViewChoice(kind: Kind, offered: readonly OfferedView[]) {
  const wanted = useSelector(choices, (chosen) => chosen[kind]);
  return {
    view: chosenView(offered, wanted),
    choose: (view: BodyViewName) => choices.setState((chosen) => ({ ...chosen, [kind]: view })),
  };
}

const wrapping = createStore(readSetting('wrap') !== 'no');

/** Whether long lines wrap. It is remembered in this browser. */
export function useWrapping() {
  return {
    wraps: useSelector(wrapping),
    setWraps: (wraps: boolean) => {
      wrapping.setState(() => wraps);
      writeSetting('wrap', wraps ? undefined : 'no');
    },
  };
}
