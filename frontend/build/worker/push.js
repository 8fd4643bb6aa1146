// Shows push messages and opens their page when pressed.

self.addEventListener('push', (event) => {
  const message = messageOf(event)
  event.waitUntil(
    self.registration.showNotification(message.title, {
      body: message.body,
      icon: '/icons/icon-192.png',
      data: { url: message.url },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data?.url))
})

/** An unreadable push must be shown too, or the browser shows its own text. */
function messageOf(event) {
  const plain = { title: 'Rehearse', body: '', url: '/dashboard' }
  try {
    return { ...plain, ...event.data.json() }
  } catch {
    return plain
  }
}

/** Opens the URL in an existing tab if possible; never on another site, whatever the message contains. */
async function show(url) {
  const target = new URL(url ?? '/', self.location.origin)
  if (target.origin !== self.location.origin) return
  const [tab] = await self.clients.matchAll({ type: 'window' })
  if (!tab) {
    await self.clients.openWindow(target.href)
    return
  }
  await tab.focus()
  await tab.navigate(target.href)
}
