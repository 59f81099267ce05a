/* The service worker: shows what the server pushes (docs/online-api.md), and leads to the table when it is clicked.
 * It keeps nothing and answers no requests of the page. */

const here = (client) => client.visibilityState === 'visible'

async function show(event) {
  const told = event.data ? event.data.json() : {}
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.some(here)) return
  await self.registration.showNotification('Rasputitsa', {
    body: told.text || '',
    tag: told.game || told.offer || told.event,
    icon: 'favicon.svg',
    data: { link: told.link || './' },
  })
}

/** The page of the link: one that is open goes there, otherwise a new one. Only pages of this server are opened. */
async function open(link) {
  const where = new URL(link, self.registration.scope)
  const own = new URL(where.hash, self.registration.scope).href
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = pages[0]
  if (!page) return self.clients.openWindow(own)
  await page.focus()
  return page.navigate(own).catch(() => self.clients.openWindow(own))
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('push', (event) => event.waitUntil(show(event)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.link))
})
