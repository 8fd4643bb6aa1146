// Fetches what the page that was asked for will need, beside what all pages need, rather than after it.
// `build/page-preloads.ts` puts `pages` before it: of each page the files that it alone needs, by the page's path.

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
