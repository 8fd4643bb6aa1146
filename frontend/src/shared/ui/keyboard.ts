const typing = 'input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable=true]'

/**
 * Whether a key press is a page shortcut: no field has the focus, not even in a shadow root, and no dialog is open.
 */
export function isForThePage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return false
  const [target] = event.composedPath()
  if (target instanceof Element && target.closest(typing)) return false
  return document.querySelector('[role=dialog], [role=alertdialog]') === null
}

/**
 * For scrollable boxes: without a tab stop, keyboard users can't reach the hidden part in browsers that don't add
 * one.
 */
export const keyboardScrollable = { tabIndex: 0 } as const
