/**
 * Lists of bookmarks, and how many there are, by the beginning of their keys. Which questions are marked is known from
 * elsewhere, and at once.
 */
export const bookmarkLists = ['account', 'bookmark-lists'] as const

/** Lists of notes, likewise. */
export const noteLists = ['account', 'note-lists'] as const
