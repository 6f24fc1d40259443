// The part of the page that is there while it is closed: it shows a notification, and opens the table on a click.
'use strict'

addEventListener('push', (event) => {
  const { title, body, tag, page } = event.data.json()
  event.waitUntil(registration.showNotification(title, { body, tag, data: page }))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data))
})

// The private page that this browser knows at the table, or else the public one.
async function show (page) {
  const kept = await (await caches.open('tables')).match(page)
  const path = kept ? await kept.text() : page
  const there = (await clients.matchAll({ type: 'window', includeUncontrolled: true })).find((one) => new URL(one.url).pathname === path)
  return there ? there.focus() : clients.openWindow(path)
}
