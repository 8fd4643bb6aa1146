// Runs at the end of a prerendered page: paint it first, then load the fonts and the app.
// `build/prerender.ts` prepends `files`, the app's entry first.

/* global files */

// Records presses and choices from before React listens; src/app/app.tsx replays them. Links work without.
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
  document.head.append(document.getElementById('fonts').content)
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
// Only in the second frame is the first one on the screen.
if (isPainted) requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)))
else start()
