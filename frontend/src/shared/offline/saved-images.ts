/** The service worker reads from it, also when a new build replaces the app. */
const CACHE = 'images'
/** The maximum number of images on a device; beyond it, the oldest are removed. */
const MOST_IMAGES = 300
const imageUrl = /\/api\/images\/[0-9a-f]{32}-\d{1,5}x\d{1,5}\.(?:webp|svg)/g

/** Saves the images of what is saved on this device, in a width that fits most screens. */
export async function saveImages(data: unknown): Promise<void> {
  if (!('caches' in globalThis)) return
  const urls = new Set((JSON.stringify(data) ?? '').match(imageUrl))
  if (urls.size === 0) return
  const cache = await caches.open(CACHE)
  for (const url of urls) {
    if (await cache.match(url, { ignoreSearch: true, ignoreVary: true })) continue
    // Offline, or deleted meanwhile: the others are still worth saving.
    await cache.add(url.endsWith('.svg') ? url : `${url}?w=960`).catch(() => undefined)
  }
  const saved = await cache.keys()
  for (const old of saved.slice(0, Math.max(0, saved.length - MOST_IMAGES))) await cache.delete(old)
}
