const typing = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable=true]'

/** Whether a key is meant for the page: nobody types, also not in a shadow root, and no dialog is open. */
export function isForThePage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false
  const [target] = event.composedPath()
  if (target instanceof Element && target.closest(typing)) return false
  return document.querySelector('[role=dialog], [role=alertdialog]') === null
}

/**
 * For boxes that scroll: without a place in the tab order their hidden part is out of reach for those who have no
 * pointer, in the browsers that don't give them one by themselves.
 */
export const keyboardScrollable = { tabIndex: 0 } as const
