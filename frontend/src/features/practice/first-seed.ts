import { newId } from '../../shared/new-id.ts'

/** The seed with which `boot.js` has asked for the first questions already, if the page began with this one; a page that is rendered while building has no document. */
export const firstSeed = (): string => globalThis.document?.documentElement.dataset.seed ?? newId()

/** It stands for one deal of questions only. */
export function forgetFirstSeed(): void {
  delete document.documentElement.dataset.seed
}
