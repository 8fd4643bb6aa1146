/**
 * For boxes that scroll: without a place in the tab order their hidden part is out of reach for those who have no
 * pointer, in the browsers that don't give them one by themselves.
 */
export const keyboardScrollable = { tabIndex: 0 } as const
