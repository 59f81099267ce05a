/* Takes pushes while no page is open: one line, and a click leads to the game. */
self.addEventListener('push', (event) => {
  const told = event.data ? event.data.json() : {}
  const line = { body: told.name || '', tag: told.game || told.offer || 'rasputitsa', data: told.link || './' }
  event.waitUntil(self.registration.showNotification(told.text || 'Rasputitsa', line))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(self.clients.openWindow(event.notification.data))
})
