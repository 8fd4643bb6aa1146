// The service worker. `build/service-worker.ts` prepends `version` and `files`: the path and digest of every file in
// the build.
//
// Each build has its own cache, which is filled completely or not at all, and a wrong digest aborts it. So no page
// gets files of two builds, even if a deployment happens meanwhile. A new build waits until all pages of the old one
// are closed, or until the learner requests it.

/* global version, files */
const appCache = `app-${version}`

// The images of questions and lessons on this device, which the page saves (shared/offline/saved-images.ts).
const imageCache = 'images'

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
        Promise.all(
          names.filter((name) => name !== appCache && name !== imageCache).map((name) => caches.delete(name)),
        ),
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
  else if (pathname.startsWith('/assets/on-demand/')) event.respondWith(keptOnUse(request))
  else if (pathname.startsWith('/api/images/')) event.respondWith(savedImage(request))
})

/** As in the gateway: files have a dot in their name, and these paths aren't pages of the app. */
const isPage = (pathname) =>
  !/\.[^/]*$|^\/(api|assets|\.well-known)(\/|$)|^\/(livez|readyz|metrics)$/.test(pathname)

/** Large files that few pages need. Their names change with their content, so any build may use them. */
async function keptOnUse(request) {
  const cache = await caches.open(appCache)
  const saved = await cache.match(request.url)
  if (saved) return saved
  const response = await fetch(request)
  if (response.ok) await cache.put(request.url, response.clone()).catch(() => undefined)
  return response
}

/** An image never changes. Without a connection, another width of it is better than none. */
async function savedImage(request) {
  const cache = await caches.open(imageCache)
  const saved = await cache.match(request.url, { ignoreVary: true })
  if (saved) return saved
  try {
    return await fetch(request)
  } catch (error) {
    const other = await cache.match(request.url, { ignoreVary: true, ignoreSearch: true })
    if (other) return other
    throw error
  }
}

async function kept(path, request) {
  const cache = await caches.open(appCache)
  // The browser may have deleted the cache.
  return (await cache.match(path)) ?? fetch(request)
}
