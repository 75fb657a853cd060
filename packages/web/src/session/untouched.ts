import { readSetting, writeSetting } from '../page/settings.ts';

/** Notes that the page itself has made this endpoint, for a guest who may only look around. All tabs see the note. */
export function noteUntouched(token: string): void {
  writeSetting('untouched', token);
}

/** The endpoint that the page made for the guest of this browser, until it is used. */
export function untouchedEndpoint(): string | undefined {
  return readSetting('untouched');
}

/** To be called with every token that is put to use, or with a text that is copied and may contain it. */
export function touchEndpoint(text: string): void {
  const token = untouchedEndpoint();
  if (token !== undefined && text.includes(token)) forgetUntouched();
}

export function forgetUntouched(): void {
  writeSetting('untouched', undefined);
}
