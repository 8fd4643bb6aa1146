// Preloads the files of the requested page in parallel with the shared ones, not after them.
// `build/page-files.ts` prepends `pages`: by path, the files that only this page needs.

/* global pages */
for (const file of pages[location.pathname] ?? []) {
  const link = document.createElement('link')
  const isStyle = file.endsWith('.css')
  link.rel = isStyle ? 'preload' : 'modulepreload'
  if (isStyle) link.as = 'style'
  link.crossOrigin = ''
  link.href = `/${file}`
  document.head.append(link)
}
