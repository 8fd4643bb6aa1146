// Fetches what the page that was asked for will need, beside what all pages need, rather than after it.
// `build/page-preloads.ts` puts `pages` before it: of each page the files that it alone needs, by the page's path.

/* global pages */
const { pathname, search } = location

function preload(href, rel, as) {
  const link = document.createElement('link')
  link.rel = rel
  if (as) link.as = as
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
}

for (const file of pages[pathname] ?? []) {
  if (file.endsWith('.css')) preload(`/${file}`, 'preload', 'style')
  else preload(`/${file}`, 'modulepreload')
}

// The data that the page is about. It must be asked for in the very words that the page will use.
if (pathname === '/learning-paths') preload('/api/learning-paths', 'preload', 'fetch')
if (pathname === '/questions' && search === '' && crypto.randomUUID) {
  const seed = crypto.randomUUID()
  // src/features/practice/first-seed.ts takes it from here.
  document.documentElement.dataset.seed = seed
  const answers = document.cookie.includes('rehearse_signed_in=') ? '&include=answers' : ''
  preload(`/api/questions/unified?random=true&count=20&seed=${seed}${answers}`, 'preload', 'fetch')
}
