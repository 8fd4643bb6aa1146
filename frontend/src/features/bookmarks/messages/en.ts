export const bookmarks = {
  title: 'Bookmarks and notes',
  lead: 'The questions that you marked to come back to, and what you wrote beside them.',
  visitor: {
    title: 'Sign in to see your bookmarks',
    text: 'Below each question you can bookmark it and write a note: here you find both again.',
  },
  practise: 'Practise my bookmarks',
  empty: 'Nothing is marked yet',
  emptyText: 'Below each question you can bookmark it and write a note: here you find both again.',
  emptyAction: 'Answer questions',
  bookmarks: 'Bookmarks',
  bookmarksFailed: 'Your bookmarks could not be loaded',
  showingBookmarks: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} bookmarks`,
  bookmark: 'Bookmark',
  bookmarked: 'Bookmarked',
  notes: 'Notes',
  notesFailed: 'Your notes could not be loaded',
  showingNotes: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of} notes`,
  writtenOn: (when: string) => `written ${when}`,
}

export type BookmarkMessages = typeof bookmarks
