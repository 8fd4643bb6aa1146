export const commandPalette = {
  title: 'Search',
  placeholder: 'A page or a question',
  found: 'Found',
  pages: 'Pages',
  questions: 'Questions',
  nothing: 'Nothing matches.',
  searching: 'Searching...',
  failed: 'Failed to search questions',
}

export type CommandPaletteMessages = typeof commandPalette
