// Stands at the end of a page that came rendered: what is there is painted first, then the app is asked for.
// `build/prerender.ts` puts `files` before it, the app's first of all.

/* global files */

// What is pressed or chosen before React listens; src/app/app.tsx does it then. Links work by themselves.
const early = []
const note = ({ type, target }) => {
  const control = type === 'click' ? target.closest('button') : target
  if (control) early.push({ type, control, value: control.value })
}
addEventListener('click', note)
addEventListener('change', note)
globalThis.takeEarlyEvents = () => {
  removeEventListener('click', note)
  removeEventListener('change', note)
  return early
}

function start() {
  for (const file of files) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = file
    document.head.append(link)
  }
  const app = document.createElement('script')
  app.type = 'module'
  app.crossOrigin = ''
  app.src = files[0]
  document.head.append(app)
}

const isPainted = !document.hidden && document.documentElement.dataset.rendered
if (isPainted) requestAnimationFrame(() => setTimeout(start))
else start()
