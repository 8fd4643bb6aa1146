// The service worker. `build/service-worker.ts` puts `version` and `files` before it: every file of one build, by its
// path, with the digest that its content must have.
//
// One build is one cache. It is filled whole or not at all, and a digest that doesn't fit ends the filling: so no page
// ever gets files of two builds, whatever is deployed meanwhile. A new build waits until no page of the old one is open,
// or until its learner asks for it.

/* global version, files */
const appCache = `app-${version}`

self.addEventListener('install', (event) => {
  const requests = Object.entries(files).map(
    ([path, integrity]) => new Request(path, { integrity, cache: 'no-cache' }),
  )
  event.waitUntil(caches.open(appCache).then((cache) => cache.addAll(requests)))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== appCache).map((name) => caches.delete(name))),
      ),
  )
})

self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(kept('/index.html', request))
  else if (Object.hasOwn(files, pathname)) event.respondWith(kept(pathname, request))
})

/** As the gateway sees it: files have a dot in their name, and these are no pages of the app. */
const isPage = (pathname) =>
  !/\.[^/]*$|^\/(api|assets|\.well-known)(\/|$)|^\/(livez|readyz|metrics)$/.test(pathname)

async function kept(path, request) {
  const cache = await caches.open(appCache)
  // The browser may have taken the cache away.
  return (await cache.match(path)) ?? fetch(request)
}
