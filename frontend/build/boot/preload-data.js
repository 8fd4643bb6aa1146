// Preloads the page's data in parallel with the app. The URLs must be exactly those the page requests.
;(() => {
  const { pathname, search } = location

  function preload(href) {
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = 'fetch'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }

  if (pathname === '/learning-paths') preload('/api/learning-paths')
  if (pathname === '/questions' && search === '' && crypto.randomUUID) {
    const seed = crypto.randomUUID()
    // src/features/practice/select-questions.ts reads it.
    document.documentElement.dataset.seed = seed
    const isLearner = document.cookie.includes('rehearse_signed_in=')
    preload(
      isLearner
        ? `/api/progress/next?count=20&mode=adaptive&seed=${seed}`
        : `/api/questions/unified?random=true&count=20&seed=${seed}`,
    )
  }
})()
